"""What an answer with an error says, in the words of `memory.engine`. The server's own words may quote a person: none
of them goes into a message; only its code and status do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from memory.engine import BadOutput, EngineError, EngineRefused, EngineUnavailable, RateLimited

LONGEST_WAIT = 3000.0  # seconds; below the broker's visibility time-out, so that a waiting task is not given out twice
_STATUS = re.compile(r"[A-Z_]{2,40}")
_DELAY = re.compile(r"(?P<seconds>[0-9]{1,7}(?:\.[0-9]{1,9})?)s")
_RETRY_IN = re.compile(
    r"retry in (?:(?P<h>\d+)h)?(?:(?P<m>\d+)m(?!s))?(?P<n>[0-9]{1,7}(?:\.\d+)?)(?P<unit>ms|s)\b", re.I
)
_WAITING_HELPS = frozenset({408, 499})
_BLOCKED = frozenset(
    "SAFETY RECITATION BLOCKLIST PROHIBITED_CONTENT SPII LANGUAGE MODEL_ARMOR ESCALATION JAILBREAK".split()
)


class EmptyAnswer(BadOutput):
    """An answer that ended well and holds nothing."""


def fault_of(code: int, body: object, headers: Mapping[str, str]) -> EngineError:
    """Return the error for an answer's status code, its JSON body and its headers."""
    told = _error_in(body)
    what = f"the model's service answered {code} {_status(told)}".rstrip()
    if code == 429:
        return RateLimited(what, retry_after(told, headers))
    if code >= 500 or code in _WAITING_HELPS:
        return EngineUnavailable(what)
    if "thought signature" in str(told.get("message", "")).lower().replace("_", " "):
        return BadOutput(f"{what}: a thought signature is missing or was altered")
    return EngineRefused(what)


def retry_after(error: Mapping[str, Any], headers: Mapping[str, str]) -> float | None:
    """Return the seconds to wait that a 429 names, None where it names none.

    Gemini names them in the body's details, else in its message; a proxy in front of it in a header. A quota by the
    day is not helped by seconds: then the longest wait.
    """
    details = [detail for detail in error.get("details") or () if isinstance(detail, dict)]
    if any("perday" in quota.lower() for quota in _quotas(details)):
        return LONGEST_WAIT
    for delay in (*(str(detail.get("retryDelay", "")) for detail in details), f"{headers.get('retry-after', '')}s"):
        if match := _DELAY.fullmatch(delay):
            return min(float(match["seconds"]), LONGEST_WAIT)
    match = _RETRY_IN.search(str(error.get("message", "")))
    return min(_seconds(match), LONGEST_WAIT) if match else None


def ending_fault(reason: str) -> EngineError | None:
    """Return what is wrong with an answer that ended for this reason ("" where it gave none); None for a whole one."""
    if reason == "STOP":
        return None
    if reason == "MAX_TOKENS":
        return BadOutput("the answer was cut at its limit")
    if reason in _BLOCKED:
        return EngineRefused(f"the answer was blocked ({reason})")
    return BadOutput(f"the answer ended before it was whole ({_known(reason)})")


def blocked_prompt(reason: str) -> EngineError:
    """Return the error for a prompt that the service would not read."""
    return EngineRefused(f"the prompt was blocked ({_known(reason)})")


def _error_in(body: object) -> dict[str, Any]:
    found = body.get("error", body) if isinstance(body, dict) else {}
    return found if isinstance(found, dict) else {}


def _status(error: Mapping[str, Any]) -> str:
    status = str(error.get("status") or "")
    return status if _STATUS.fullmatch(status) else ""


def _known(reason: str) -> str:
    return reason if _STATUS.fullmatch(reason) else "no reason given"


def _quotas(details: list[dict[str, Any]]) -> Iterator[str]:
    for detail in details:
        for violation in detail.get("violations") or ():
            if isinstance(violation, dict):
                yield str(violation.get("quotaId", ""))


def _seconds(match: re.Match[str]) -> float:
    last = float(match["n"]) / (1000 if match["unit"].lower() == "ms" else 1)
    return int(match["h"] or 0) * 3600 + int(match["m"] or 0) * 60 + last
