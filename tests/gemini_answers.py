"""What the stand-in for Gemini answers: bodies as the service sends them, good and bad (shared/gemini-wire.md)."""

from __future__ import annotations

import base64
import json
import secrets
from dataclasses import dataclass, field, replace
from typing import Any, Literal

Json = dict[str, Any]
MODEL = "gemini-3.8-flash"


@dataclass(frozen=True)
class Answer:
    """One answer, told by its responses: events of a stream, or merged into one body.

    `raw` goes out in their place, after them in a stream. `wait` seconds pass before the first byte, `drip` between
    events. `end`: whole, cut (closed in the middle) or reset.
    """

    responses: tuple[Json, ...] = ()
    status: int = 200
    raw: bytes = b""
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    wait: float = 0.0
    drip: float = 0.0
    end: Literal["whole", "cut", "reset"] = "whole"

    def merged(self) -> bytes:
        """The body of an answer that is no stream."""
        if self.raw or not self.responses:
            return self.raw
        parts = [part for each in self.responses for part in _content(each).get("parts", [])]
        last = json.loads(json.dumps(self.responses[-1]))
        if parts:
            last["candidates"][0]["content"] = {"role": "model", "parts": parts}
        return json.dumps(last).encode()

    def events(self) -> list[bytes]:
        """The events of a stream."""
        shown = [b"data: " + json.dumps(each).encode() + b"\r\n\r\n" for each in self.responses]
        return [*shown, self.raw] if self.raw else shown

    def but(self, **changes: Any) -> Answer:
        """The same, otherwise."""
        return replace(self, **changes)


def _content(response: Json) -> Json:
    candidates = response.get("candidates") or [{}]
    content: Json = candidates[0].get("content", {})
    return content


def response(parts: list[Json] | None, finish: str = "", **more: Any) -> Json:
    """One response (or chunk of a stream) with one candidate."""
    candidate: Json = {"index": 0}
    if parts is not None:
        candidate["content"] = {"role": "model", "parts": parts}
    if finish:
        candidate["finishReason"] = finish
    return {"candidates": [{**candidate, **more}], **_rest()}


def _rest() -> Json:
    usage = {"promptTokenCount": 8, "candidatesTokenCount": 3, "thoughtsTokenCount": 30, "totalTokenCount": 41}
    return {"usageMetadata": {**usage, "serviceTier": "standard"}, "modelVersion": MODEL, "responseId": "r-77"}


def signature() -> str:
    """A fresh signature, in the service's alphabet; every third byte makes `+` or `/`."""
    return base64.b64encode(b"\xfb\xff" + secrets.token_bytes(8) + b"\xfe").decode()


def says(text: str, *, pieces: int = 3, finish: str = "STOP") -> Answer:
    """Text in pieces; the last part is empty, holds the signature and the reason of the end."""
    size = max(1, -(-len(text) // pieces))
    chunks = [response([{"text": text[start : start + size]}]) for start in range(0, len(text), size)]
    return Answer((*chunks, response([{"text": "", "thoughtSignature": signature()}], finish)))


def drafts(*facts: Json) -> Answer:
    """Structured output with these facts."""
    return says(json.dumps({"facts": list(facts)}))


def calls(*wanted: tuple[str, Json], text: str = "", signed: bool = True, apart: bool = True) -> Answer:
    """Function calls, the first one signed; parallel calls may come in chunks of their own."""
    parts: list[Json] = [
        {"functionCall": {"id": f"c{number}-{secrets.token_hex(3)}", "name": name, "args": arguments}}
        for number, (name, arguments) in enumerate(wanted)
    ]
    if signed:
        parts[0]["thoughtSignature"] = signature()
    said = [response([{"text": text}])] if text else []
    chunks = [response([part]) for part in parts] if apart else [response(parts)]
    return Answer((*said, *chunks, response([{"text": ""}], "STOP")))


def vectors(*values: list[float]) -> Answer:
    """Embeddings as given."""
    return Answer(({"embeddings": [{"values": each} for each in values], **_rest()},))


def error(code: int, status: str, message: str, details: list[Json] | None = None) -> Answer:
    """An error with its body."""
    told = {"code": code, "message": message, "status": status, **({"details": details} if details else {})}
    return Answer(raw=json.dumps({"error": told}).encode(), status=code)


def quota(delay: str = "34.4s", *, quota_id: str = "GenerateContentPaidTierInputTokensPerModelPerMinute") -> Answer:
    """A 429 in its long form, with the delay in the body and no header."""
    google = "type.googleapis.com/google.rpc"
    violation = {"quotaMetric": "generate_content_paid_tier_input_token_count", "quotaId": quota_id}
    details: list[Json] = [
        {"@type": f"{google}.QuotaFailure", "violations": [violation]},
        {"@type": f"{google}.Help", "links": [{"description": "Quotas", "url": "https://ai.google.dev/"}]},
        *([{"@type": f"{google}.RetryInfo", "retryDelay": delay}] if delay else []),
    ]
    return error(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan.", details)


QUOTA_SHORT = error(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota).")
INTERNAL = error(500, "INTERNAL", "An internal error has occurred. Please retry or report.")
OVERLOADED = error(503, "UNAVAILABLE", "The model is overloaded. Please try again later.")
DEADLINE = error(504, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete.")
BAD_GATEWAY = Answer(raw=b"<html><body>502 Bad Gateway</body></html>", status=502, content_type="text/html")
BAD_KEY = error(
    400,
    "INVALID_ARGUMENT",
    "API key not valid. Please pass a valid API key.",
    [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID", "domain": "googleapis.com"}],
)
NO_SIGNATURE = error(
    400,
    "INVALID_ARGUMENT",
    "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly.",
)
EMPTY = {
    "feedback only": Answer(({"promptFeedback": {}, **_rest()},)),
    "usage only": Answer((_rest(),)),
    "an empty text": Answer((response([{"text": ""}], "STOP"),)),
    "an empty content": Answer(
        ({"candidates": [{"content": {}, "finishReason": "MALFORMED_FUNCTION_CALL"}], **_rest()},)
    ),
    "no parts": Answer(({"candidates": [{"content": {"role": "model"}, "finishReason": "STOP"}], **_rest()},)),
}
PROMPT_BLOCKED = Answer(({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, **_rest()},))
ANSWER_BLOCKED = Answer((response([{"text": "You "}]), response(None, "SAFETY")))
THOUGHTS_ATE_IT = Answer((response(None, "MAX_TOKENS"),))
NEVER_ENDS_WELL = Answer((response([{"text": "You take "}]), response([{"text": "metoprolol"}])))
