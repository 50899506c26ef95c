"""Words of correction without a new value: withdrawn, disputed, reopened; slips of one conversation; negatives."""

from memory.drafts import Act, Tense
from memory.vocabulary import Tag
from tests.memory.ledger_cases import OSEI, Case, allergy, clinician, fact, lab, med, none_of, on, paper, says, stop

FIRST, LATER, LAST = "2026-09-01", "2026-10-01", "2026-11-01"
_25 = on(FIRST, says(med("metoprolol 25 mg")))
_50 = on("2026-09-10", says(med("metoprolol 50 mg", act=Act.CHANGE)))
_75 = on("2026-09-20", says(med("metoprolol 75 mg", act=Act.CHANGE)))
_NEVER = med("does not take metoprolol", thing="metoprolol", act=Act.WITHDRAW, negated=True)

CASES = [
    Case(
        "a patient may withdraw what a patient said: it is retracted",
        [_25, on(LATER, says(_NEVER))],
        rows=["metoprolol 25 mg | retracted"],
        evidence=[2],
    ),
    Case(
        "withdrawing a successor reopens what it replaced",
        [_25, _50, on(LATER, says(_NEVER))],
        rows=["metoprolol 25 mg | active", "metoprolol 50 mg | retracted"],
    ),
    Case(
        "in a chain of three only the last but one reopens",
        [_25, _50, _75, on(LATER, says(_NEVER))],
        rows=[
            "metoprolol 25 mg | superseded, changed -> metoprolol 50 mg",
            "metoprolol 50 mg | active",
            "metoprolol 75 mg | retracted",
        ],
    ),
    Case(
        "a middle of a chain that never was is taken out; the chain closes over it",
        [
            _25,
            _50,
            _75,
            on(
                LATER,
                says(
                    med(
                        "does not take metoprolol 50 mg",
                        thing="metoprolol",
                        act=Act.WITHDRAW,
                        negated=True,
                        replaces="50",
                    )
                ),
            ),
        ],
        rows=[
            "metoprolol 25 mg | superseded, changed -> metoprolol 75 mg",
            "metoprolol 50 mg | retracted",
            "metoprolol 75 mg | active",
        ],
    ),
    Case(
        "a reopened row can be changed again",
        [_25, _50, on(LATER, says(_NEVER)), on(LAST, says(med("metoprolol 100 mg", act=Act.CHANGE)))],
        rows=[
            "metoprolol 25 mg | superseded, changed -> metoprolol 100 mg",
            "metoprolol 50 mg | retracted",
            "metoprolol 100 mg | active",
        ],
    ),
    Case(
        "what replaced both sides of a conflict, withdrawn, leaves the conflict as it was",
        [
            _25,
            on("2026-09-10", says(med("metoprolol 50 mg"))),
            _75,
            on(LATER, says(_NEVER)),
        ],
        rows=[
            "metoprolol 25 mg | active, contested",
            "metoprolol 50 mg | active, contested",
            "metoprolol 75 mg | retracted",
        ],
        conflicts=[
            "metoprolol 25 mg / metoprolol 50 mg: settled for metoprolol 75 mg",
            "metoprolol 25 mg / metoprolol 50 mg: open",
        ],
    ),
    Case(
        "withdrawing one side of a conflict is its answer: the other side wins",
        [
            _25,
            on(LATER, says(med("metoprolol 50 mg"))),
            on(
                LAST,
                says(med("never metoprolol 25 mg", thing="metoprolol", act=Act.WITHDRAW, negated=True, replaces="25")),
            ),
        ],
        rows=["metoprolol 25 mg | superseded, corrected -> metoprolol 50 mg", "metoprolol 50 mg | active"],
        conflicts=["metoprolol 25 mg / metoprolol 50 mg: settled for metoprolol 50 mg"],
        evidence=[1, 2],
    ),
    Case(
        "withdrawing both sides of a conflict retracts both",
        [_25, on(LATER, says(med("metoprolol 50 mg"))), on(LAST, says(_NEVER))],
        rows=["metoprolol 25 mg | retracted", "metoprolol 50 mg | retracted"],
        conflicts=["metoprolol 25 mg / metoprolol 50 mg: settled for metoprolol 50 mg"],
    ),
    Case(
        "withdrawing one allergy of two leaves the other one contested by the denial",
        [
            on(FIRST, says(allergy("penicillin allergy"), allergy("latex allergy"))),
            on(LATER, says(none_of(Tag.ALLERGY, "no allergies"))),
            on(LAST, says(allergy("latex was a mistake", act=Act.WITHDRAW))),
        ],
        rows=[
            "penicillin allergy | active, contested",
            "latex allergy | superseded, corrected -> no allergies",
            "no allergies | active, contested",
        ],
        conflicts=[
            "penicillin allergy / no allergies: open",
            "latex allergy / no allergies: settled for no allergies",
        ],
    ),
    Case(
        "what a clinician spoke, the patient can only dispute",
        [on(FIRST, clinician(med("metoprolol 25 mg"))), on(LATER, says(_NEVER))],
        rows=["metoprolol 25 mg | active, contested", "does not take metoprolol | active, contested"],
        conflicts=["metoprolol 25 mg / does not take metoprolol: open"],
    ),
    Case(
        "what a clinician said, reported by the patient, the patient can only dispute",
        [on(FIRST, says(med("metoprolol 25 mg", source=OSEI))), on(LATER, says(_NEVER))],
        rows=["metoprolol 25 mg | active, contested", "does not take metoprolol | active, contested"],
        conflicts=["metoprolol 25 mg / does not take metoprolol: open"],
    ),
    Case(
        "what a document says, the patient can only dispute, once however often it is said",
        [paper(FIRST, med("metoprolol 25 mg")), on(LATER, says(_NEVER), says(_NEVER))],
        rows=["metoprolol 25 mg | active, contested", "does not take metoprolol | active, contested"],
        conflicts=["metoprolol 25 mg / does not take metoprolol: open"],
        evidence=[1, 2],
    ),
    Case(
        "a disputed reading of a document stays, beside its dispute",
        [
            paper(FIRST, lab("creatinine 1.4 mg/dL")),
            on(LATER, says(lab("creatinine was not taken", act=Act.WITHDRAW, negated=True))),
        ],
        rows=["creatinine 1.4 mg/dL | active, contested", "creatinine was not taken | active, contested"],
        conflicts=["creatinine 1.4 mg/dL / creatinine was not taken: open"],
        dates=[FIRST, FIRST],
    ),
    Case(
        "a clinician may withdraw what anyone said",
        [on(FIRST, clinician(med("metoprolol 25 mg"))), on(LATER, clinician(_NEVER))],
        rows=["metoprolol 25 mg | retracted"],
    ),
    Case(
        "a patient withdraws a reading of their own; a corrected one reopens what it corrected",
        [
            on(FIRST, says(lab("creatinine 1.4 mg/dL"))),
            on(LATER, says(lab("creatinine 1.3 mg/dL", act=Act.CORRECT, replaces="1.4"))),
            on(LAST, says(lab("creatinine 1.3 was a mistake", act=Act.WITHDRAW, replaces="1.3"))),
        ],
        rows=["creatinine 1.4 mg/dL | active", "creatinine 1.3 mg/dL | retracted"],
    ),
    Case(
        "withdrawing what the record does not hold is held with its reason",
        [
            _25,
            on(
                LATER,
                says(med("never metoprolol 75 mg", thing="metoprolol", act=Act.WITHDRAW, negated=True, replaces="75")),
            ),
        ],
        rows=["metoprolol 25 mg | active"],
        held=["nothing to withdraw"],
    ),
    Case(
        "what was told as past can be withdrawn",
        [
            on(FIRST, says(med("metoprolol 12.5 mg", tense=Tense.PAST, on="2026-07", phrase="in July"))),
            on(LATER, says(med("never metoprolol 12.5 mg", thing="metoprolol", act=Act.WITHDRAW, replaces="12.5"))),
        ],
        rows=["metoprolol 12.5 mg | retracted"],
    ),
    Case(
        "a negative worth keeping is kept as a negative",
        [
            on(
                FIRST,
                says(
                    med("does not take aspirin", thing="aspirin", act=Act.WITHDRAW, negated=True),
                    fact(Tag.CONDITION, "no asthma", "asthma", act=Act.WITHDRAW, negated=True),
                    fact(Tag.DIRECTIVE, "may not drive", "driving", source=OSEI),
                    fact(Tag.PROCEDURE, "never had a colonoscopy", "colonoscopy", act=Act.WITHDRAW, negated=True),
                ),
            )
        ],
        rows=[
            "does not take aspirin | active",
            "no asthma | active",
            "may not drive | active",
            "never had a colonoscopy | active",
        ],
    ),
    Case(
        "a withdrawal that a negative already says adds evidence to it",
        [on(FIRST, says(stop("metoprolol"))), on(LATER, says(_NEVER))],
        rows=["stopped metoprolol | active"],
        evidence=[2],
    ),
    Case(
        "a slip set right in the same conversation is written once, in its right form",
        [
            on(
                FIRST,
                says(lab("creatinine 1.4 mg/dL", on="2026-08-31", phrase="yesterday")),
                says(lab("creatinine 1.3 mg/dL", act=Act.CORRECT, replaces="1.4")),
            )
        ],
        rows=["creatinine 1.3 mg/dL | active"],
        dates=["2026-08-31"],
        evidence=[2],
    ),
    Case(
        "a slip of a change is a change in its right form",
        [
            _25,
            on(
                LATER,
                says(med("metoprolol 50 mg", act=Act.CHANGE)),
                says(med("metoprolol 75 mg", act=Act.CORRECT, replaces="50")),
            ),
        ],
        rows=["metoprolol 25 mg | superseded, changed -> metoprolol 75 mg", "metoprolol 75 mg | active"],
    ),
    Case(
        "a slip taken back in the same conversation leaves only what was meant",
        [on(FIRST, says(med("metoprolol 25 mg")), says(_NEVER))],
        rows=["does not take metoprolol | active"],
    ),
    Case(
        "a slip taken back takes back what the record held of it, too",
        [_25, on(LATER, says(med("metoprolol 25 mg")), says(_NEVER))],
        rows=["metoprolol 25 mg | retracted"],
    ),
    Case(
        "what a clinician said in the same conversation is no slip of the patient's",
        [on(FIRST, clinician(med("metoprolol 50 mg")), says(med("metoprolol 25 mg", act=Act.CORRECT, replaces="50")))],
        rows=["metoprolol 50 mg | active, contested", "metoprolol 25 mg | active, contested"],
        conflicts=["metoprolol 50 mg / metoprolol 25 mg: open"],
    ),
    Case(
        "a correction of an earlier day's reading is no slip of today's",
        [
            on(FIRST, says(lab("creatinine 1.4 mg/dL"))),
            on(
                LATER,
                says(lab("creatinine 1.6 mg/dL")),
                says(lab("creatinine 1.3 mg/dL", act=Act.CORRECT, on=FIRST, phrase="on September 1")),
            ),
        ],
        rows=[
            "creatinine 1.4 mg/dL | superseded, corrected -> creatinine 1.3 mg/dL",
            "creatinine 1.6 mg/dL | active",
            "creatinine 1.3 mg/dL | active",
        ],
    ),
    Case(
        "a held draft is no slip and takes nothing good down with it",
        [
            on(
                FIRST,
                says(med("metoprolol 250 mg"), words="metoprolol 25 mg"),
                says(med("metoprolol 50 mg", act=Act.CORRECT, replaces="250"), words="no, metoprolol 50 mg, not 250"),
            )
        ],
        rows=["metoprolol 50 mg | active"],
        held=["number not said"],
    ),
]
