"""What Gemini refuses, and with which words (shared/gemini-wire.md): applied to every request the stand-in receives."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.gemini_answers import BAD_KEY, NO_SIGNATURE, Answer, Json, error

KEY = "test-key-0123456789"
CHAT, EMBEDDING = "gemini-3.8-flash", "gemini-embedding-001"
_PATH = re.compile(r"/(?P<version>v1|v1beta)/models/(?P<model>[^:/]+):(?P<verb>\w+)")
_CLOUD = re.compile(r"/v1beta1/projects/[^/]+/locations/[^/]+/publishers/google/models/(?P<model>[^:/]+):(?P<verb>\w+)")
_TOP = frozenset("contents systemInstruction tools toolConfig safetySettings generationConfig labels store".split())
_GENERATION = frozenset(
    "temperature topP topK maxOutputTokens stopSequences seed candidateCount responseMimeType responseSchema"
    " responseJsonSchema thinkingConfig".split()
)
_PART = frozenset("text thought thoughtSignature functionCall functionResponse inlineData".split())
_KEYWORDS = frozenset(
    "$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems minimum maximum"
    " anyOf oneOf properties additionalProperties required propertyOrdering".split()
)
_FREE = frozenset({"args", "response", "parametersJsonSchema", "responseJsonSchema", "parameters"})


@dataclass
class Issued:
    """What the stand-in gave out: signatures as bytes, and calls by their id."""

    signatures: set[bytes] = field(default_factory=set)
    calls: dict[str, str] = field(default_factory=dict)

    def note(self, answer: Answer) -> None:
        """Remember what an answer holds."""
        for response in answer.responses:
            for candidate in response.get("candidates", []):
                for part in candidate.get("content", {}).get("parts", []):
                    if "thoughtSignature" in part:
                        self.signatures.add(_decoded(part["thoughtSignature"]) or b"")
                    if "functionCall" in part:
                        self.calls[part["functionCall"].get("id", "")] = part["functionCall"]["name"]


def route(path: str) -> tuple[str, str] | None:
    """The model and the verb that a path names."""
    match = _PATH.fullmatch(path.split("?", maxsplit=1)[0]) or _CLOUD.fullmatch(path.split("?", maxsplit=1)[0])
    return (match["model"], match["verb"]) if match else None


def refusal(path: str, headers: Mapping[str, str], body: Json, issued: Issued) -> Answer | None:
    """The answer to a request that Gemini would refuse; None where it would not."""
    key = headers.get("x-goog-api-key")
    if key is None and not headers.get("authorization"):
        return error(403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers.")
    if key not in {None, KEY}:
        return BAD_KEY
    model, verb = route(path) or ("", "")
    if model != (EMBEDDING if verb in {"batchEmbedContents", "embedContent"} else CHAT):
        return error(404, "NOT_FOUND", f"models/{model} is not found for API version v1, or is not supported.")
    deadline = headers.get("x-server-timeout")
    if deadline is not None and float(deadline) < 10:
        return _invalid(f"Manually set deadline {deadline}s is too short. Minimum allowed deadline is 10s.")
    if verb in {"batchEmbedContents", "embedContent"}:
        return next(_embedding_faults(camel(body)), None)
    return next(_faults(camel(body), issued), None)


def camel(value: Any) -> Any:
    """Keys as the service knows them: it takes both spellings. What is free text or a schema is left alone."""
    if isinstance(value, list):
        return [camel(each) for each in value]
    if not isinstance(value, dict):
        return value
    named = {re.sub(r"_(\w)", lambda m: m[1].upper(), key): each for key, each in value.items()}
    return {key: each if key in _FREE else camel(each) for key, each in named.items()}


def _invalid(message: str) -> Answer:
    return error(400, "INVALID_ARGUMENT", message)


def _unknown(given: Mapping[str, Any], known: frozenset[str], where: str) -> Iterator[Answer]:
    for name in given.keys() - known:
        yield _invalid(f"Invalid JSON payload received. Unknown name \"{name}\" at '{where}': Cannot find field.")


def _embedding_faults(body: Json) -> Iterator[Answer]:
    requests = body.get("requests", [body])
    if len(requests) > 100:
        yield _invalid("* BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch")
    for request in requests:
        if not all(part.get("text") for part in request["content"]["parts"]):
            yield _invalid("* EmbedContentRequest.content contains an empty Part.")
        if request.get("title") and request.get("taskType") != "RETRIEVAL_DOCUMENT":
            yield _invalid("title is only for RETRIEVAL_DOCUMENT")


def _faults(body: Json, issued: Issued) -> Iterator[Answer]:
    config, contents = body.get("generationConfig", {}), body.get("contents", [])
    yield from _unknown(body, _TOP, "")
    yield from _unknown(config, _GENERATION, "generation_config")
    yield from _thinking_faults(config)
    yield from _schema_faults(config.get("responseJsonSchema"))
    if "responseSchema" in config and "responseJsonSchema" in config:
        yield _invalid("Only one of response_schema and response_json_schema may be set.")
    if config.get("candidateCount", 1) != 1:
        yield _invalid("Multiple candidates is not enabled for this model")
    mode = body.get("toolConfig", {}).get("functionCallingConfig", {}).get("mode")
    if mode == "ANY" and config.get("responseMimeType") == "application/json":
        yield _invalid(
            "Forced function calling (ANY mode) with a response mime type: 'application/json' is unsupported"
        )
    yield from _content_faults(contents)
    yield from _call_faults(contents, issued)


def _thinking_faults(config: Json) -> Iterator[Answer]:
    thinking = config.get("thinkingConfig", {})
    level = str(thinking.get("thinkingLevel", "")).upper()
    if level and level not in {"LOW", "MEDIUM", "HIGH"}:
        yield _invalid(f"Thinking level {level} is not supported for this model.")
    if level and "thinkingBudget" in thinking:
        yield _invalid("You can only set one of thinking budget and thinking level.")


def _schema_faults(schema: Any) -> Iterator[Answer]:
    if not isinstance(schema, dict):
        return
    yield from _unknown(schema, _KEYWORDS, "generation_config.response_json_schema")
    if schema.get("type") == "array" and not schema.get("items"):
        yield _invalid("response_json_schema: items: missing field.")
    for inner in (schema.get("items"), *schema.get("properties", {}).values()):
        yield from _schema_faults(inner)


def _content_faults(contents: list[Json]) -> Iterator[Answer]:
    if not contents:
        yield _invalid("* GenerateContentRequest.contents: contents is not specified")
        return
    for content in contents:
        if content.get("role") not in {"user", "model"}:
            yield _invalid(f"Role '{content.get('role')}' is not supported. Please use a valid role: user, model.")
        for part in content.get("parts", []):
            yield from _unknown(part, _PART, "contents.parts")
            if "thoughtSignature" in part and _decoded(part["thoughtSignature"]) is None:
                yield _invalid("Base64 decoding failed")
        if not content.get("parts"):
            yield _invalid("* GenerateContentRequest.contents: parts must not be empty")
    if contents[-1].get("role") == "model":
        yield _invalid("Requests ending with a model turn are not supported")


def _call_faults(contents: list[Json], issued: Issued) -> Iterator[Answer]:
    """The current turn: all after the last words of the user that answer no call."""
    start = max(
        (n for n, c in enumerate(contents) if c.get("role") == "user" and not _of(c, "functionResponse")), default=0
    )
    for place, content in enumerate(contents):
        asked, given = _of(content, "functionCall"), []
        if not asked or content.get("role") != "model":
            continue
        given = _of(contents[place + 1], "functionResponse") if place + 1 < len(contents) else []
        if len(given) != len(asked):
            yield _invalid(
                "Please ensure that the number of function response parts is equal to the number of function call parts"
                " of the function call turn."
            )
        for call, result in zip(asked, given, strict=False):
            one, other = call["functionCall"], result["functionResponse"]
            told = (one.get("id"), one["name"]) == (other.get("id"), other["name"])
            if (
                not told
                or issued.calls.get(one.get("id", "")) != one["name"]
                or not isinstance(other["response"], dict)
            ):
                yield _invalid("A function response matches no function call.")
        if place > start:
            yield from _signature_faults(asked[0], issued)


def _signature_faults(call: Json, issued: Issued) -> Iterator[Answer]:
    signed = call.get("thoughtSignature")
    if not signed:
        yield NO_SIGNATURE
    elif _decoded(signed) not in issued.signatures:
        yield _invalid("Invalid thought signature.")


def _of(content: Json, kind: str) -> list[Json]:
    return [part for part in content.get("parts", []) if kind in part]


def _decoded(text: str) -> bytes | None:
    try:
        return base64.b64decode(text.replace("-", "+").replace("_", "/"), validate=True)
    except (binascii.Error, ValueError):
        return None
