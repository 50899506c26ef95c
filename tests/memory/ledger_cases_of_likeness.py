"""The same value said again adds evidence; near-duplicates that differ in anything that counts are different facts."""

from typing import Any

from memory.drafts import Draft
from memory.vocabulary import Tag
from tests.memory.ledger_cases import Case, allergy, fact, med, on, says, visit

FIRST, LATER = "2026-09-01", "2026-10-01"


def _same(name: str, first: Draft, again: Draft) -> Case:
    return Case(name, [on(FIRST, says(first)), on(LATER, says(again))], [f"{first.text} | active"], evidence=[2])


def _finer(name: str, first: Draft, again: Draft) -> Case:
    rows = [f"{first.text} | superseded, changed -> {again.text}", f"{again.text} | active"]
    return Case(name, [on(FIRST, says(first)), on(LATER, says(again))], rows)


def _contradicts(name: str, first: Draft, second: Draft) -> Case:
    rows = [f"{first.text} | active, contested", f"{second.text} | active, contested"]
    pair = [f"{first.text} / {second.text}: open"]
    return Case(name, [on(FIRST, says(first)), on(LATER, says(second))], rows, conflicts=pair)


def _two(name: str, first: Draft, second: Draft) -> Case:
    return Case(name, [on(FIRST, says(first, second))], [f"{first.text} | active", f"{second.text} | active"])


def _symptom(text: str, **parts: Any) -> Draft:
    return fact(Tag.SYMPTOM, text, "pain", **parts)


def _directive(text: str) -> Draft:
    return fact(Tag.DIRECTIVE, text, "driving")


CASES = [
    Case(
        "a medicine that is named and then told in full is told once",
        [on("2026-09-01", says(med("amlodipine")), says(med("amlodipine 5 mg")))],
        rows=["amlodipine 5 mg | active"],
        evidence=[2],
    ),
    Case(
        "in a later conversation the fuller statement replaces the bare name",
        [on("2026-09-01", says(med("amlodipine"))), on("2026-10-01", says(med("amlodipine 5 mg")))],
        rows=["amlodipine | superseded, changed -> amlodipine 5 mg", "amlodipine 5 mg | active"],
    ),
    _same("the same value said again adds evidence only", med("metformin 500 mg"), med("metformin 500 mg")),
    _same("a vaguer repeat is the same value", med("metformin 500 mg twice daily"), med("metformin")),
    _same("a repeat without its unit is the same value", med("metformin 500 mg"), med("metformin 500")),
    _same("a salt left out is the same value", med("metoprolol tartrate 25 mg"), med("metoprolol 25 mg")),
    _same("one frequency in other words", med("metformin 500 mg twice a day"), med("metformin 500 mg bid")),
    _same("one allergy in other words", allergy("penicillin allergy"), allergy("penicillin is what I am allergic to")),
    _finer("a fuller word takes the place of the vaguer one", med("metformin"), med("metformin 500 mg twice daily")),
    _contradicts("numbers differ", med("metformin 500 mg"), med("metformin 850 mg")),
    _contradicts("units differ", med("levothyroxine 50 mcg"), med("levothyroxine 50 mg")),
    _contradicts("frequencies differ", med("metformin 500 mg once daily"), med("metformin 500 mg twice daily")),
    _contradicts(
        "the parts of a regimen are in another order",
        med("metoprolol 25 mg in the morning and 50 mg at night"),
        med("metoprolol 50 mg in the morning and 25 mg at night"),
    ),
    _contradicts("salts differ", med("metoprolol tartrate 25 mg"), med("metoprolol succinate 25 mg")),
    _contradicts("negation differs", _directive("allowed to drive"), _directive("not allowed to drive")),
    _contradicts(
        "a stage differs", *(fact(Tag.CONDITION, f"kidney disease stage {n}", "kidney disease") for n in (3, 4))
    ),
    _contradicts(
        "the year of a diagnosis differs",
        fact(Tag.CONDITION, "asthma", "asthma", on="2010", phrase="since 2010"),
        fact(Tag.CONDITION, "asthma diagnosed", "asthma", on="2012", phrase="in 2012"),
    ),
    _contradicts(
        "the day of a visit differs",
        visit("2026-10-15", "on October 15", "visit"),
        visit("2026-10-16", "on October 16", "appointment"),
    ),
    _two("sides of the body differ", _symptom("pain in the left knee"), _symptom("pain in the right knee")),
    _two(
        "days differ",
        _symptom("knee pain", on="2026-08-30", phrase="on August 30"),
        _symptom("knee pain", on="2026-08-31", phrase="on August 31"),
    ),
    _two(
        "subjects differ",
        fact(Tag.FAMILY_HISTORY, "mother had a stroke", "stroke", subject="mother"),
        fact(Tag.FAMILY_HISTORY, "father had a stroke", "stroke", subject="father"),
    ),
]
