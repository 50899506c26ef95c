"""Later and older go by the fact's own date: what is told late, orders and documents, what a correction keeps."""

from memory.drafts import Act, Tense
from tests.memory.ledger_cases import OSEI, Case, clinician, hold, med, on, paper, says

FIRST, LATER, LAST = "2026-09-01", "2026-10-01", "2026-11-01"
_25 = on(FIRST, says(med("metoprolol 25 mg")))
_UP = med("metoprolol 50 mg", act=Act.CHANGE, source=OSEI, on="2026-09-28", phrase="on the 28th")

CASES = [
    Case(
        "an old value told late joins the history and leaves the current row alone",
        [_25, on(LATER, says(med("metoprolol 12.5 mg", tense=Tense.PAST, on="2026-07", phrase="in July")))],
        rows=["metoprolol 25 mg | active", "metoprolol 12.5 mg | historical"],
        dates=[FIRST, "2026-07"],
    ),
    Case(
        "an old value told late twice is one row with two pieces of evidence",
        [
            on(LATER, says(med("metoprolol 12.5 mg", tense=Tense.PAST, on="2026-07", phrase="in July"))),
            on(LAST, says(med("metoprolol 12.5 mg", tense=Tense.PAST, on="2026-07", phrase="back in July"))),
        ],
        rows=["metoprolol 12.5 mg | historical"],
        evidence=[2],
    ),
    Case(
        "what was current then is evidence of the row that was current then",
        [_25, on(LATER, says(_UP)), on(LAST, says(med("metoprolol 25 mg", tense=Tense.PAST)))],
        rows=["metoprolol 25 mg | superseded, changed -> metoprolol 50 mg", "metoprolol 50 mg | active"],
        evidence=[2, 1],
    ),
    Case(
        "a correction of what was told as past replaces that in the history",
        [
            on(FIRST, says(med("metoprolol 10 mg", tense=Tense.PAST, on="2026-07", phrase="in July"))),
            on(
                LATER,
                says(
                    med(
                        "metoprolol 12.5 mg",
                        act=Act.CORRECT,
                        tense=Tense.PAST,
                        replaces="10",
                        on="2026-07",
                        phrase="in July",
                    )
                ),
            ),
        ],
        rows=["metoprolol 10 mg | superseded, corrected -> metoprolol 12.5 mg", "metoprolol 12.5 mg | historical"],
    ),
    Case(
        "a later clinician's order replaces without saying that it is a change",
        [_25, on(LATER, says(med("metoprolol 50 mg", source=OSEI)))],
        rows=["metoprolol 25 mg | superseded, changed -> metoprolol 50 mg", "metoprolol 50 mg | active"],
    ),
    Case(
        "a later document replaces without saying that it is a change",
        [_25, paper(LATER, med("metoprolol 50 mg"))],
        rows=["metoprolol 25 mg | superseded, changed -> metoprolol 50 mg", "metoprolol 50 mg | active"],
    ),
    Case(
        "an older document handed in late joins the history, whatever it says of itself",
        [_25, paper("2026-06-01", med("metoprolol 12.5 mg"), med("metoprolol 100 mg", act=Act.CHANGE))],
        rows=["metoprolol 25 mg | active", "metoprolol 12.5 mg | historical", "metoprolol 100 mg | historical"],
        dates=[FIRST, "2026-06-01", "2026-06-01"],
    ),
    Case(
        "an older order told late joins the history",
        [
            on(FIRST, says(hold())),
            on(LATER, says(hold("hold the dose if the pulse is under 50", on="2026-03", phrase="in March"))),
        ],
        rows=["hold the dose if the pulse is under 55 | active", "hold the dose if the pulse is under 50 | historical"],
    ),
    Case(
        "equal dates that differ are a conflict",
        [_25, paper(FIRST, med("metoprolol 50 mg"))],
        rows=["metoprolol 25 mg | active, contested", "metoprolol 50 mg | active, contested"],
        conflicts=["metoprolol 25 mg / metoprolol 50 mg: open"],
    ),
    Case(
        "equal dates that differ are no conflict where one says that it is a change or corrects",
        [_25, on(FIRST, clinician(med("metoprolol 50 mg", act=Act.CORRECT)))],
        rows=["metoprolol 25 mg | superseded, corrected -> metoprolol 50 mg", "metoprolol 50 mg | active"],
    ),
    Case(
        "a change from before the day on which the old value was only said replaces it",
        [_25, on(LATER, says(med("metoprolol 50 mg", act=Act.CHANGE, on="2026-08-28", phrase="on August 28")))],
        rows=["metoprolol 25 mg | superseded, changed -> metoprolol 50 mg", "metoprolol 50 mg | active"],
        dates=[FIRST, "2026-08-28"],
    ),
    Case(
        "the same day and one conversation: what is said now, and that it was put up yesterday",
        [
            on(
                FIRST,
                says(med("metoprolol 25 mg")),
                says(med("metoprolol 50 mg", act=Act.CHANGE, on="2026-08-31", phrase="yesterday")),
            )
        ],
        rows=["metoprolol 25 mg | superseded, changed -> metoprolol 50 mg", "metoprolol 50 mg | active"],
    ),
    Case(
        "a change said to be older than a value with a day of its own is asked about",
        [
            on(LATER, says(med("metoprolol 25 mg", on="2026-09-20", phrase="since September 20"))),
            on(LAST, says(med("metoprolol 50 mg", act=Act.CHANGE, on="2026-08-28", phrase="on August 28"))),
        ],
        rows=["metoprolol 25 mg | active, contested", "metoprolol 50 mg | active, contested"],
        conflicts=["metoprolol 25 mg / metoprolol 50 mg: open"],
    ),
    Case(
        "a change said to be older than what a clinician said in a visit is asked about",
        [
            on(FIRST, clinician(med("metoprolol 25 mg"))),
            on(LATER, says(med("metoprolol 50 mg", act=Act.CHANGE, on="2026-08-28", phrase="on August 28"))),
        ],
        rows=["metoprolol 25 mg | active, contested", "metoprolol 50 mg | active, contested"],
        conflicts=["metoprolol 25 mg / metoprolol 50 mg: open"],
    ),
    Case(
        "a correction with a new value supersedes as corrected and keeps the day",
        [_25, on(LATER, says(med("metoprolol 50 mg", act=Act.CORRECT, replaces="25")))],
        rows=["metoprolol 25 mg | superseded, corrected -> metoprolol 50 mg", "metoprolol 50 mg | active"],
        dates=[FIRST, FIRST],
    ),
    Case(
        "the same correction twice changes nothing more",
        [
            _25,
            on(LATER, says(med("metoprolol 50 mg", act=Act.CORRECT, replaces="25"))),
            on(LAST, says(med("metoprolol 50 mg", act=Act.CORRECT, replaces="25"))),
        ],
        rows=["metoprolol 25 mg | superseded, corrected -> metoprolol 50 mg", "metoprolol 50 mg | active"],
        evidence=[1, 2],
    ),
    Case(
        "a patient corrects their own report of what a clinician said",
        [
            on(FIRST, says(med("metoprolol 25 mg", source=OSEI))),
            on(LATER, says(med("metoprolol 50 mg", act=Act.CORRECT, source=OSEI))),
        ],
        rows=["metoprolol 25 mg | superseded, corrected -> metoprolol 50 mg", "metoprolol 50 mg | active"],
    ),
]
