"""A bare no to "Did I get that right?": what had been said back does not enter."""

from memory.drafts import Act
from memory.vocabulary import Speaker
from tests.memory.ledger_cases import Case, Speech, lab, med, on, says

DAY, LATER = "2026-09-01", "2026-10-01"
_NO = says(words="No.")


def _asks(words: str = "Noted. Did I get that right?") -> Speech:
    return Speech(Speaker.ADVOCATE, words, ())


CASES = [
    Case(
        "a bare no takes back what was told",
        [on(DAY, says(med("metoprolol 25 mg")), _asks(), _NO)],
        rows=[],
        held=["said not to be right"],
    ),
    Case(
        "a bare no in other words, to a question in other words",
        [
            on(
                DAY,
                says(med("metoprolol 25 mg")),
                _asks("25 mg twice daily. Is that correct?"),
                says(words="That's wrong."),
            )
        ],
        rows=[],
        held=["said not to be right"],
    ),
    Case(
        "a no leaves the record as it was",
        [
            on(DAY, says(med("metoprolol 25 mg"))),
            on(LATER, says(med("metoprolol 50 mg", act=Act.CHANGE)), _asks(), _NO),
        ],
        rows=["metoprolol 25 mg | active"],
        held=["said not to be right"],
    ),
    Case(
        "told anew after the no, the new value enters and only the old one is held",
        [
            on(
                DAY,
                says(med("metoprolol 25 mg"), lab("creatinine 1.4")),
                _asks(),
                _NO,
                _asks("How should it read?"),
                says(med("metoprolol 50 mg")),
            )
        ],
        rows=["creatinine 1.4 | active", "metoprolol 50 mg | active"],
        held=["said not to be right"],
    ),
    Case(
        "set right after the no, it is a slip",
        [
            on(
                DAY,
                says(med("metoprolol 25 mg")),
                _asks(),
                _NO,
                _asks("How should it read?"),
                says(med("metoprolol 50 mg", act=Act.CORRECT, replaces="25")),
            )
        ],
        rows=["metoprolol 50 mg | active"],
        evidence=[2],
    ),
    Case(
        "what was told before the turn that was said back stays",
        [on(DAY, says(lab("creatinine 1.4")), _asks("Noted."), says(med("metoprolol 25 mg")), _asks(), _NO)],
        rows=["creatinine 1.4 | active"],
        held=["said not to be right"],
    ),
    Case(
        "a no to another question takes nothing back",
        [on(DAY, says(med("metoprolol 25 mg")), _asks("Has anything else changed?"), _NO)],
        rows=["metoprolol 25 mg | active"],
    ),
    Case(
        "a no to which of two is right takes nothing back",
        [on(DAY, says(med("metoprolol 25 mg")), _asks("Which is right?"), _NO)],
        rows=["metoprolol 25 mg | active"],
    ),
    Case(
        "a no that goes on is no bare no",
        [on(DAY, says(med("metoprolol 25 mg")), _asks(), says(words="No, I mean yes, all fine."))],
        rows=["metoprolol 25 mg | active"],
    ),
    Case(
        "a yes keeps it",
        [on(DAY, says(med("metoprolol 25 mg")), _asks(), says(words="Yes, that's right."))],
        rows=["metoprolol 25 mg | active"],
    ),
]
