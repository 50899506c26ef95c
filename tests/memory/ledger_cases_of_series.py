"""Series accumulate; only an explicit correction of the same reading supersedes it."""

from memory.drafts import Act, Draft, Tense
from memory.vocabulary import Tag
from tests.memory.ledger_cases import Case, clinician, fact, lab, on, paper, says

FIRST, LATER, LAST = "2026-09-01", "2026-10-01", "2026-11-01"
_14 = on(FIRST, says(lab("creatinine 1.4 mg/dL", on="2026-08-31", phrase="yesterday")))
_13 = lab("creatinine 1.3 mg/dL", act=Act.CORRECT, replaces="1.4")


def _episode(text: str) -> Draft:
    return fact(Tag.EPISODE, text, "conversation")


CASES = [
    Case(
        "three creatinines are a trend, not two corrections",
        [_14, on(LATER, says(lab("creatinine 1.5 mg/dL"))), on(LAST, says(lab("creatinine 1.4 mg/dL")))],
        rows=["creatinine 1.4 mg/dL | active", "creatinine 1.5 mg/dL | active", "creatinine 1.4 mg/dL | active"],
        dates=["2026-08-31", LATER, LAST],
        keys=[None, None, None],
    ),
    Case(
        "the same reading of the same day said again adds evidence only",
        [_14, on(LATER, says(lab("creatinine 1.4", on="2026-08-31", phrase="on August 31")))],
        rows=["creatinine 1.4 mg/dL | active"],
        evidence=[2],
    ),
    Case(
        "the same reading told more fully takes the place of the vaguer one: the trend counts it once",
        [
            on(FIRST, says(lab("creatinine 1.4"))),
            on(FIRST, says(lab("creatinine 1.4 mg/dL"))),
        ],
        rows=["creatinine 1.4 | superseded, changed -> creatinine 1.4 mg/dL", "creatinine 1.4 mg/dL | active"],
    ),
    Case(
        "two readings of one day from one source stand beside each other",
        [on(FIRST, says(lab("pulse 55 bpm", tag=Tag.VITAL), lab("pulse 62 bpm", tag=Tag.VITAL)))],
        rows=["pulse 55 bpm | active", "pulse 62 bpm | active"],
    ),
    Case(
        "an explicit correction of a reading supersedes it and keeps its day",
        [_14, on(LATER, says(_13))],
        rows=["creatinine 1.4 mg/dL | superseded, corrected -> creatinine 1.3 mg/dL", "creatinine 1.3 mg/dL | active"],
        dates=["2026-08-31", "2026-08-31"],
    ),
    Case(
        "the same correction of a reading twice changes nothing more",
        [_14, on(LATER, says(_13)), on(LAST, says(_13))],
        rows=["creatinine 1.4 mg/dL | superseded, corrected -> creatinine 1.3 mg/dL", "creatinine 1.3 mg/dL | active"],
        evidence=[1, 2],
    ),
    Case(
        "the reading that holds the old value is corrected, not the latest one",
        [_14, on("2026-09-20", says(lab("creatinine 1.6 mg/dL"))), on(LATER, says(_13))],
        rows=[
            "creatinine 1.4 mg/dL | superseded, corrected -> creatinine 1.3 mg/dL",
            "creatinine 1.6 mg/dL | active",
            "creatinine 1.3 mg/dL | active",
        ],
    ),
    Case(
        "without an old value the reading of the day that is named is corrected",
        [
            _14,
            on("2026-09-20", says(lab("creatinine 1.6 mg/dL"))),
            on(LATER, says(lab("creatinine 1.3 mg/dL", act=Act.CORRECT, on="2026-08-31", phrase="on August 31"))),
        ],
        rows=[
            "creatinine 1.4 mg/dL | superseded, corrected -> creatinine 1.3 mg/dL",
            "creatinine 1.6 mg/dL | active",
            "creatinine 1.3 mg/dL | active",
        ],
    ),
    Case(
        "a day that holds no reading is not another reading's correction",
        [_14, on(LATER, says(lab("creatinine 1.5 mg/dL", act=Act.CORRECT, on="2026-09-15", phrase="on September 15")))],
        rows=["creatinine 1.4 mg/dL | active", "creatinine 1.5 mg/dL | active"],
    ),
    Case(
        "the right day of a reading corrects it",
        [_14, on(LATER, says(lab("creatinine 1.4 mg/dL", act=Act.CORRECT, on="2026-08-30", phrase="on August 30")))],
        rows=["creatinine 1.4 mg/dL | superseded, corrected -> creatinine 1.4 mg/dL", "creatinine 1.4 mg/dL | active"],
        dates=["2026-08-31", "2026-08-30"],
    ),
    Case(
        "a patient can only dispute a reading that stands in a document, once however often it is said",
        [paper(FIRST, lab("creatinine 1.4 mg/dL")), on(LATER, says(_13), says(_13))],
        rows=["creatinine 1.4 mg/dL | active, contested", "creatinine 1.3 mg/dL | active, contested"],
        conflicts=["creatinine 1.4 mg/dL / creatinine 1.3 mg/dL: open"],
        dates=[FIRST, FIRST],
        evidence=[1, 2],
    ),
    Case(
        "a disputed reading is settled by the answer, as any conflict",
        [paper(FIRST, lab("creatinine 1.4 mg/dL")), on(LATER, says(_13)), on(LAST, says(_13))],
        rows=["creatinine 1.4 mg/dL | superseded, corrected -> creatinine 1.3 mg/dL", "creatinine 1.3 mg/dL | active"],
        conflicts=["creatinine 1.4 mg/dL / creatinine 1.3 mg/dL: settled for creatinine 1.3 mg/dL"],
    ),
    Case(
        "a clinician corrects a reading of a document",
        [paper(FIRST, lab("creatinine 1.4 mg/dL")), on(LATER, clinician(_13))],
        rows=["creatinine 1.4 mg/dL | superseded, corrected -> creatinine 1.3 mg/dL", "creatinine 1.3 mg/dL | active"],
    ),
    Case(
        "two sources that give one lab value of one day differently are a conflict",
        [on(FIRST, says(lab("creatinine 1.4 mg/dL"))), paper(FIRST, lab("creatinine 1.6 mg/dL"))],
        rows=["creatinine 1.4 mg/dL | active, contested", "creatinine 1.6 mg/dL | active, contested"],
        conflicts=["creatinine 1.4 mg/dL / creatinine 1.6 mg/dL: open"],
    ),
    Case(
        "the answer settles a conflict of two readings, without naming the day again",
        [
            on(FIRST, says(lab("creatinine 1.4 mg/dL"))),
            paper(FIRST, lab("creatinine 1.6 mg/dL")),
            on(LATER, says(lab("creatinine 1.6 mg/dL"))),
        ],
        rows=["creatinine 1.4 mg/dL | superseded, corrected -> creatinine 1.6 mg/dL", "creatinine 1.6 mg/dL | active"],
        conflicts=["creatinine 1.4 mg/dL / creatinine 1.6 mg/dL: settled for creatinine 1.6 mg/dL"],
        evidence=[1, 2],
    ),
    Case(
        "two sources of one month are no conflict",
        [
            on(LATER, says(lab("creatinine 1.4 mg/dL", on="2026-08", phrase="in August"))),
            paper(LATER, lab("creatinine 1.6 mg/dL", on="2026-08", phrase="in August")),
        ],
        rows=["creatinine 1.4 mg/dL | active", "creatinine 1.6 mg/dL | active"],
    ),
    Case(
        "a reading told late is an active point of its series with its own date",
        [_14, on(LATER, says(lab("creatinine 1.1 mg/dL", tense=Tense.PAST, on="2026-02", phrase="in February")))],
        rows=["creatinine 1.4 mg/dL | active", "creatinine 1.1 mg/dL | active"],
        dates=["2026-08-31", "2026-02"],
    ),
    Case(
        "the same complaint on another day is another point",
        [
            on(FIRST, says(fact(Tag.SYMPTOM, "headache", "headache"))),
            on(LATER, says(fact(Tag.SYMPTOM, "headache", "headache"))),
        ],
        rows=["headache | active", "headache | active"],
    ),
    Case(
        "two scans of one day are two facts",
        [
            on(
                FIRST,
                says(fact(Tag.PROCEDURE, "MRI of the brain", "mri"), fact(Tag.PROCEDURE, "MRI of the spine", "mri")),
            )
        ],
        rows=["MRI of the brain | active", "MRI of the spine | active"],
    ),
    Case(
        "whose illness it is can be corrected",
        [
            on(FIRST, says(fact(Tag.FAMILY_HISTORY, "mother had diabetes", "diabetes", subject="mother"))),
            on(
                LATER,
                says(
                    fact(
                        Tag.FAMILY_HISTORY,
                        "father had diabetes",
                        "diabetes",
                        subject="father",
                        act=Act.CORRECT,
                        replaces="mother",
                    )
                ),
            ),
        ],
        rows=["mother had diabetes | superseded, corrected -> father had diabetes", "father had diabetes | active"],
    ),
    Case(
        "two relatives with one illness are two facts",
        [
            on(
                FIRST,
                says(
                    fact(Tag.FAMILY_HISTORY, "mother had diabetes", "diabetes", subject="mother"),
                    fact(Tag.FAMILY_HISTORY, "father had diabetes", "diabetes", subject="father"),
                ),
            )
        ],
        rows=["mother had diabetes | active", "father had diabetes | active"],
    ),
    Case(
        "episodes accumulate, one a session",
        [
            on(FIRST, says(_episode("spoke of metoprolol"))),
            on(LATER, says(_episode("spoke of metoprolol"), _episode("spoke again"))),
        ],
        rows=["spoke of metoprolol | active", "spoke of metoprolol | active"],
        keys=[None, None],
    ),
    Case(
        "a corrected side supersedes what was told of the other one, and keeps its day",
        [
            on(FIRST, says(fact(Tag.PROCEDURE, "replaced left knee", "left knee replacement"))),
            on(
                LATER,
                says(
                    fact(
                        Tag.PROCEDURE, "replaced right knee", "right knee replacement", act=Act.CORRECT, replaces="left"
                    )
                ),
            ),
        ],
        rows=["replaced left knee | superseded, corrected -> replaced right knee", "replaced right knee | active"],
        dates=[FIRST, FIRST],
    ),
    Case(
        "the other side told without a correction is a point of its own",
        [
            on(FIRST, says(fact(Tag.PROCEDURE, "replaced left knee", "left knee replacement"))),
            on(LATER, says(fact(Tag.PROCEDURE, "replaced right knee", "right knee replacement"))),
        ],
        rows=["replaced left knee | active", "replaced right knee | active"],
    ),
]
