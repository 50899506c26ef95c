"""Scoring what was distilled from dialogues against what their notes hold.

Names agree by whole words (a plural aside), doses by their numbers and, where both have one, their unit, readings by
all their numbers. Only what was said counts as missed; what a note merely mentions counts neither way. A figure is a
share, with what it is a share of.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from memory.numbers import as_digits

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_UNIT = re.compile(r"mcg|mg|g\b|units?|puffs?|ml|tablets?|%")
# What a test may be called; others go by their first word.
_TESTS = {
    "hemoglobin a1c": ("a1c",),
    "blood pressure": ("pressure", "bp"),
    "oxygen saturation": ("oxygen", "sat", "spo2"),
    "white blood cell count": ("white", "wbc"),
    "ejection fraction": ("ejection", "ef"),
    "glucose": ("glucose", "sugar"),
}
_SHARES = {
    "drug_recall": ("drugs found", "drugs"),
    "drug_precision": ("drugs right", "drugs told"),
    "dose_recall": ("doses found", "doses"),
    "dose_precision": ("doses right", "doses told"),
    "allergy_recall": ("allergies found", "allergies"),
    "allergy_precision": ("allergies right", "allergies told"),
    "no_known_allergies_recall": ("denials found", "denials"),
    "allergic_marked_as_having_none": ("allergic denied", "allergic"),
    "none_known_with_an_allergy": ("denials with an allergy", "denials"),
    "reading_recall": ("readings found", "readings"),
    "no_medicines_with_a_medicine": ("free with a medicine", "free of medicines"),
}

Item = Mapping[str, Any]


def score(items: Iterable[Item], predictions: Mapping[str, Item]) -> dict[str, dict[str, float | int]]:
    """The share of each kind: {"drug_recall": {"share": 0.97, "hits": 97, "of": 100}, …}, without what had no case."""
    counts: Counter[str] = Counter()
    for item in items:
        told, expected = predictions.get(item["id"], {}), item["expected"]
        _score_drugs(item, expected, told.get("medications", ()), counts)
        _score_doses(expected, told.get("medications", ()), counts)
        if item["allergy_list_complete"]:
            _score_allergies(expected, told, counts)
        _score_readings(expected, told.get("labs", ()), counts)
    return {
        name: {"share": round(counts[hits] / counts[of], 4), "hits": counts[hits], "of": counts[of]}
        for name, (hits, of) in _SHARES.items()
        if counts[of]
    }


def _score_drugs(item: Item, expected: Item, told: Sequence[Item], counts: Counter[str]) -> None:
    notable = [drug for drug in expected["medications"] if drug["status"] != "mentioned"]
    wanted = {drug["name"].lower(): drug for drug in reversed(notable) if drug["in_dialogue"]}
    counts["drugs"] += len(wanted)
    counts["drugs found"] += sum(any(_same(_names(t), drug["aliases"]) for t in told) for drug in wanted.values())
    if not item["medication_list_complete"]:
        return
    known = [*(alias for drug in notable for alias in drug["aliases"]), *item.get("also_spoken", ())]
    counts["drugs told"] += len(told)
    counts["drugs right"] += sum(_same(_names(t), known) for t in told)
    if not wanted:
        counts["free of medicines"] += 1
        counts["free with a medicine"] += bool(told)


def _score_doses(expected: Item, told: Sequence[Item], counts: Counter[str]) -> None:
    for drug in expected["medications"]:
        if not (drug["in_dialogue"] and drug["dose_in_dialogue"] and _numbers(drug["dose"])):
            continue
        counts["doses"] += 1
        counts["doses found"] += any(
            _same_dose(t.get("dose"), drug["dose"]) for t in told if _same(_names(t), drug["aliases"])
        )
    for one in told:
        numbers = _numbers(one.get("dose"))
        doses = [d["dose"] for d in expected["medications"] if d["dose"] and _same(_names(one), d["aliases"])]
        if numbers and doses:
            counts["doses told"] += 1
            counts["doses right"] += any(_numbers(dose) == numbers for dose in doses)


def _score_allergies(expected: Item, told: Item, counts: Counter[str]) -> None:
    found = told.get("allergies", ())
    spoken = [allergy for allergy in expected["allergies"] if allergy["in_dialogue"]]
    known = [alias for allergy in expected["allergies"] for alias in allergy["aliases"]]
    counts["allergies"] += len(spoken)
    counts["allergies found"] += sum(any(_same(_names(t), a["aliases"]) for t in found) for a in spoken)
    counts["allergies told"] += len(found)
    counts["allergies right"] += sum(_same(_names(t), known) for t in found)
    denied = bool(told.get("no_known_allergies"))
    if expected["no_known_allergies"]:
        counts["denials"] += 1
        counts["denials found"] += denied
        counts["denials with an allergy"] += bool(found)
    elif expected["allergies"]:
        counts["allergic"] += 1
        counts["allergic denied"] += denied


def _score_readings(expected: Item, told: Sequence[Item], counts: Counter[str]) -> None:
    for reading in expected["labs"]:
        if not reading["in_dialogue"]:
            continue
        words = _TESTS.get(reading["test"], (reading["test"].lower().split()[0],))
        wanted = _in_order(reading["value"])
        counts["readings"] += 1
        counts["readings found"] += any(
            any(word in one["test"].lower() for word in words) and _in_order(one["value"]) == wanted for one in told
        )


def _names(told: Item) -> list[str]:
    return [told.get("name") or told.get("substance") or "", *told.get("names", ())]


def _same(names: Iterable[str], aliases: Iterable[str]) -> bool:
    pairs = [(_plain(name), _plain(alias)) for name in names for alias in aliases]
    return any(
        name
        and (name == alias or (len(alias) >= 3 and _holds(name, alias)) or (len(name) >= 4 and _holds(alias, name)))
        for name, alias in pairs
    )


def _plain(words: str) -> str:
    return " ".join(re.sub(r"[^a-z0-9/%. ]+", " ", words.lower()).split())


def _holds(words: str, part: str) -> bool:
    return re.search(rf"(?<![a-z0-9]){re.escape(part)}s?(?![a-z0-9])", words) is not None


def _same_dose(told: str | None, wanted: str) -> bool:
    units = [_UNIT.search(as_digits(dose or "").lower()) for dose in (told, wanted)]
    spelt = {unit[0].rstrip("s") for unit in units if unit}
    return bool(told) and _numbers(told) == _numbers(wanted) and len(spelt) < 2


def _numbers(dose: str | None) -> list[Decimal]:
    return sorted(_in_order(as_digits(dose or "")))


def _in_order(value: str) -> list[Decimal]:
    return [Decimal(number.replace(",", "")) for number in _NUMBER.findall(value)]
