"""What the engine's drafts leave in a record, through the real gate and ledger, on dialogues whose notes are known.

An item is one JSON object a line, with its `dialogue`, what its note `expected`, and which lists are complete. Lines
"[doctor]" and "Guest_clinician" are a clinician's, "Guest_family" a relative's. Nothing is written.
"""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.utils import timezone

from advocate import registry
from advocate.benchmarks.distill_scoring import score
from advocate.benchmarks.kind import Kind, Progress
from advocate.dry_run import facts_of, read_transcript
from memory.door import Actor
from memory.engine import load_engine
from memory.recollection import FactView
from memory.vocabulary import ANY, Retired, Status, Tag, address

_LINE = re.compile(r"\s*\[?(?P<who>doctor|patient_guest|patient|guest_family|guest_clinician)\d*\]?\s*:?\s*", re.I)
_SPEAKERS = {
    "doctor": "clinician",
    "guest_clinician": "clinician",
    "patient": "patient",
    "patient_guest": "family",
    "guest_family": "family",
}
_BY = Actor("benchmark", "command")
_NO_ALLERGIES, _NO_MEDICINES = address(Tag.ALLERGY, ANY), address(Tag.MEDICATION, ANY)


def lines_of(dialogue: str) -> list[str]:
    """A dialogue as a transcript's lines `speaker: text`; a line without a speaker goes on with the one before.

    An opening line without a speaker is whose turn it was: the clinician's, unless a clinician answers it.
    """
    lines: list[str] = []
    for line in dialogue.splitlines():
        match = _LINE.match(line)
        lines.append(f"{_SPEAKERS[match['who'].lower()]}: {line[match.end() :]}" if match else line)
    named = [line.partition(":")[0] for line in lines if line.partition(":")[0] in _SPEAKERS.values()]
    if lines and named and not lines[0].startswith(f"{named[0]}:"):
        lines[0] = f"{'patient' if named[0] == 'clinician' else 'clinician'}: {lines[0]}"
    return lines


def prediction(item: str, facts: Iterable[FactView]) -> dict[str, Any]:
    """What the rows of a record say, in the scorer's form. What was set right or taken back is left out."""
    said = [f for f in facts if f.status is not Status.RETRACTED and f.retired_why is not Retired.CORRECTED]
    drugs = [f for f in said if f.tag is Tag.MEDICATION and not _is_denial(f)]
    allergies = [f for f in said if f.tag is Tag.ALLERGY]
    readings = [f for f in said if f.tag in {Tag.LAB, Tag.VITAL}]
    return {
        "id": item,
        "medications": [{"name": f.attribute, "names": [f.text], "dose": dose} for f in drugs for dose in _doses(f)],
        "allergies": [{"substance": f.attribute, "names": [f.text]} for f in allergies if not f.negated],
        "no_known_allergies": any(f.memory_key == _NO_ALLERGIES and not f.contested for f in allergies),
        "no_medications": any(f.memory_key == _NO_MEDICINES for f in said),
        "labs": [{"test": f"{f.attribute} {f.text} {' '.join(f.keys)}", "value": _amount(f) or ""} for f in readings],
    }


def _is_denial(fact: FactView) -> bool:
    """ "Does not take aspirin" names no medicine of the person; a stopped one was theirs."""
    return fact.negated and not fact.text.startswith("stopped")


def _amount(fact: FactView) -> str | None:
    return " ".join(part for part in (fact.value.value, fact.value.unit) if part) or None


def _doses(fact: FactView) -> list[str | None]:
    """The doses of a regimen: "1000 mg in the morning and 500 at night" are two, those of a combination are one."""
    value, unit = fact.value.value, fact.value.unit
    if value is None or "+" in fact.attribute:
        return [_amount(fact)]
    return [" ".join(part for part in (dose, unit) if part) for dose in value.split(" + ")]


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--items", type=Path, required=True, help="dialogues with what their notes hold, JSON lines")
    parser.add_argument("--predictions", type=Path, help="write what was found here, JSON lines")


def _measure(options: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    items = read_items(options["items"])
    agent, engine, at = registry.agent("patient-advocate"), load_engine(), timezone.now()
    found: dict[str, dict[str, Any]] = {}
    for number, item in enumerate(items, 1):
        turns = read_transcript(lines_of(item["dialogue"]), at=at, zone="UTC")
        facts = facts_of(turns, agent=agent.name, agent_version=str(agent.version), engine=engine, by=_BY)
        found[item["id"]] = prediction(item["id"], facts)
        progress(f"{number} of {len(items)} dialogues")
    if options["predictions"]:
        lines = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in found.values())
        options["predictions"].write_text(lines, encoding="utf-8")
    return {"engine": engine.name, "items": len(items), **score(items, found)}


def read_items(path: Path) -> Sequence[dict[str, Any]]:
    """The items of a file of JSON lines. Raises ValueError, OSError."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


KIND = Kind("distill", "what dialogues leave in a record, against their notes", _arguments, _measure)
