"""Words set right: "my right hand, not my left", "my blood type is A positive, not O positive".

Numbers set right: `corrections`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from advocate.engines.local import appointments, circumstances, histories
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.sentences import Clause
from memory.drafts import Act, Draft, Known, Quote
from memory.vocabulary import Tag

_CUE = re.compile(
    r"\W*(?:(?:oh|ah|um|uh|and|but|well|hm+|no|so|wait|sorry|actually|correction|rather|scratch\s+that"
    r"|i\s+(?:meant?|misspoke|was\s+wrong|got\s+that\s+wrong)|that['’]?s\s+wrong|that\s+(?:was|is)\s+wrong|perdón|en\s+realidad"
    r"|me\s+equivoqué)[\s,:.–—-]+)+",
    re.IGNORECASE,
)
_SETS_RIGHT = re.compile(
    r"\b(?:wait|sorry|actually|correction|meant?|misspoke|wrong|scratch|realidad|equivoqué|perdón|not|mistake)\b",
    re.IGNORECASE,
)
_NOT_THIS = re.compile(
    r"(?P<said>.+?)[\s,–—-]+(?:and\s+|it\s+(?:was|is)\s+|it['’]?s\s+|that['’]?s\s+)?(?:not|no|instead\s+of|rather\s+than)\s+(?P<old>[^,.;]{1,60})\W*",
    re.IGNORECASE | re.DOTALL,
)
_SIDES = {"left": "right", "right": "left", "izquierda": "derecha", "derecha": "izquierda", "izquierdo": "derecho",
          "derecho": "izquierdo"}  # fmt: skip
_SIDE = re.compile(rf"\b(?:{'|'.join(_SIDES)})\b(?!\s+(?:now|away|after|before|there|here)\b)", re.IGNORECASE)
_IT_WAS = re.compile(  # "it was actually the right knee"
    rf"\W*(?:(?:no|oh|sorry|wait)\W+)*(?:it|that)(?:['’]s|\s+(?:was|is))\s+(?:actually|really|in\s+fact)\s+(?:(?:on|in|my|the)\s+)*(?:{'|'.join(_SIDES)})\b",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(?:not|no|n['’]t|instead\s+of|rather\s+than)\s+(?:in\s+|on\s+|of\s+)?(?:the\s+|my\s+|his\s+|her\s+)?$", re.I
)
_PART = re.compile(r"[^\W\d_]{3,}")
_TOPICS: tuple[Callable[[Clause, Hearing], list[Draft]], ...] = (
    circumstances.hear,
    histories.of_the_family,
    histories.hear,
    appointments.hear,
)


def hear(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Return the corrections of words in a clause; a slip of this conversation is set right where it was told."""
    if clause.asked or not _SETS_RIGHT.search(clause.text):
        return []
    return _side(clause, hearing) or _words(clause, hearing)


def side_was_slip(clause: Clause, hearing: Hearing) -> bool:
    """True where the clause only set right the side of what was told before in this conversation; it is done then."""
    sides = None if clause.asked else _right_and_wrong(clause.text)
    if sides is None:
        return False
    right, wrong = sides
    for at in range(len(hearing.drafts) - 1, -1, -1):
        draft = hearing.drafts[at]
        if re.search(rf"\b{wrong}\b", draft.text, re.IGNORECASE) and _same_part(clause.text, draft.text):
            hearing.drafts[at] = replace(
                draft,
                text=_swapped(draft.text, wrong, right),
                attribute=_swapped(draft.attribute, wrong, right),
                memory_key=_swapped(draft.memory_key, wrong, right) if draft.memory_key else None,
                keys=tuple(_swapped(key, wrong, right) for key in draft.keys),
                quotes=(*draft.quotes, Quote(clause.turn.id, clause.text)),
            )
            return True
    return False


def _side(clause: Clause, hearing: Hearing) -> list[Draft]:
    """The side of a row of the record."""
    sides = _right_and_wrong(clause.text)
    if sides is None:
        return []
    right, wrong = sides
    rows = [
        row
        for row in hearing.known(Tag.SYMPTOM, Tag.PROCEDURE, Tag.CONDITION, Tag.FACT)
        if re.search(rf"\b{wrong}\b", row.text, re.IGNORECASE) and _same_part(clause.text, row.text)
    ]
    if not rows:
        return []
    row = max(rows, key=lambda each: each.date.first.isoformat() if each.date else "")
    base = hearing.draft(
        clause, row.tag, _swapped(row.text, wrong, right), _swapped(row.attribute, wrong, right), row.keys
    )
    key = _swapped(row.memory_key, wrong, right) if row.memory_key else None
    return [replace(base, act=Act.CORRECT, replaces=wrong, memory_key=key, date=None, date_phrase="")]


def _right_and_wrong(text: str) -> tuple[str, str] | None:
    """The side that is meant and the one that was said: "my right, not my left"; "I meant the right one"."""
    found = [(m[0].lower(), _DENIES.search(text[: m.start()]) is not None) for m in _SIDE.finditer(text)]
    meant = {side for side, denied in found if not denied}
    denied = {side for side, is_denied in found if is_denied}
    if len(meant) != 1 or not (denied or (_CUE.match(text) and _SETS_RIGHT.search(text)) or _IT_WAS.match(text)):
        return None
    right = meant.pop()
    wrong = _SIDES[right]
    return (right, wrong) if denied <= {wrong} else None


def _same_part(said: str, told: str) -> bool:
    """False where the correction names a part of the body that what was told does not."""
    after = [m.end() for m in _SIDE.finditer(said)]
    parts = [
        p[0].lower()
        for end in after
        if (p := _PART.match(said, end + 1)) and p[0].lower() not in {"one", "side", "not"}
    ]
    return not parts or any(part.rstrip("s") in told.lower() for part in parts)


def _swapped(text: str, wrong: str, right: str) -> str:
    return re.sub(rf"\b{wrong}\b", right, text, flags=re.IGNORECASE)


def _words(clause: Clause, hearing: Hearing) -> list[Draft]:
    """ "Correction: my pharmacy is Walgreens", "my blood type is A positive, not O positive"."""
    cue = _CUE.match(clause.text)
    begin = cue.end() if cue else 0
    denied = _NOT_THIS.fullmatch(clause.text, begin)
    if not (denied or (cue and _SETS_RIGHT.search(cue[0]))):
        return []
    end = denied.end("said") if denied else len(clause.text)
    stated = replace(clause, start=clause.start + begin, end=clause.start + end)
    old = _bare(denied["old"]) if denied else ""
    heard = next((found for topic in _TOPICS if (found := topic(stated, hearing))), [])
    return [_as_correction(draft, old, row) for draft in heard if (row := _row_meant(draft, old, hearing))]


def _bare(words: str) -> str:
    return re.sub(r"^(?:with|on|in|at|the|my|an?|to)\s+", "", words.strip(), flags=re.IGNORECASE)


def _row_meant(draft: Draft, old: str, hearing: Hearing) -> Known | Draft | None:
    """What the correction is of: told before in this conversation, or standing in the record."""
    rows: list[Known | Draft] = [*reversed(hearing.drafts), *reversed(hearing.known(draft.tag))]
    same = [
        r for r in rows if r.tag is draft.tag and (r.memory_key or r.attribute) == (draft.memory_key or draft.attribute)
    ]
    if draft.tag is Tag.APPOINTMENT:
        return next(iter(same), None)
    return next((row for row in same if old.lower() in row.text.lower() and row.text != draft.text), None)


def _as_correction(draft: Draft, old: str, row: Known | Draft) -> Draft:
    series = not draft.tag.is_state and not draft.date_phrase
    return replace(
        draft,
        act=Act.CORRECT,
        replaces="" if draft.tag is Tag.APPOINTMENT else old,
        date=row.date if series else draft.date,
    )
