"""A bare statement that disagrees opens a conflict; the answer settles it."""

from memory.drafts import Act
from memory.vocabulary import Tag
from tests.memory.ledger_cases import Case, allergy, asks, clinician, family, med, none_of, on, paper, says, stop

FIRST, LATER, LAST = "2026-09-01", "2026-10-01", "2026-11-01"
_25 = on(FIRST, says(med("metoprolol 25 mg")))
_50 = on(LATER, says(med("metoprolol 50 mg")))
_BOTH = ["metoprolol 25 mg | active, contested", "metoprolol 50 mg | active, contested"]
_OPEN = ["metoprolol 25 mg / metoprolol 50 mg: open"]
_ALLERGIES = on(FIRST, says(allergy("penicillin allergy"), allergy("latex allergy")))
_NONE = none_of(Tag.ALLERGY, "no allergies")

CASES = [
    Case(
        "a bare statement that disagrees opens a conflict: both rows stay active, marked contested",
        [_25, _50],
        rows=_BOTH,
        conflicts=_OPEN,
    ),
    Case(
        "the patient's answer, later, settles for what the record held: the loser is superseded as corrected",
        [_25, _50, on(LAST, says(med("metoprolol 25 mg")))],
        rows=["metoprolol 25 mg | active", "metoprolol 50 mg | superseded, corrected -> metoprolol 25 mg"],
        conflicts=["metoprolol 25 mg / metoprolol 50 mg: settled for metoprolol 25 mg"],
        evidence=[2, 1],
    ),
    Case(
        "an answer that says that it was true before settles as changed",
        [_25, _50, on(LAST, says(med("metoprolol 50 mg", act=Act.CHANGE)))],
        rows=["metoprolol 25 mg | superseded, changed -> metoprolol 50 mg", "metoprolol 50 mg | active"],
        conflicts=["metoprolol 25 mg / metoprolol 50 mg: settled for metoprolol 50 mg"],
        evidence=[1, 2],
    ),
    Case(
        "the answer in the same conversation, after the advocate asked, settles",
        [
            _25,
            on(LATER, says(med("metoprolol 50 mg")), asks(), says(med("metoprolol 50 mg"), words="metoprolol 50 mg")),
        ],
        rows=["metoprolol 25 mg | superseded, corrected -> metoprolol 50 mg", "metoprolol 50 mg | active"],
        conflicts=["metoprolol 25 mg / metoprolol 50 mg: settled for metoprolol 50 mg"],
        evidence=[1, 2],
    ),
    Case(
        "a repetition before anyone asked is no answer",
        [_25, on(LATER, says(med("metoprolol 50 mg")), says(med("metoprolol 50 mg")), asks())],
        rows=_BOTH,
        conflicts=_OPEN,
        evidence=[1, 2],
    ),
    Case(
        "a clinician's answer settles",
        [_25, _50, on(LAST, clinician(med("metoprolol 50 mg")))],
        rows=["metoprolol 25 mg | superseded, corrected -> metoprolol 50 mg", "metoprolol 50 mg | active"],
        conflicts=["metoprolol 25 mg / metoprolol 50 mg: settled for metoprolol 50 mg"],
    ),
    Case(
        "a family member's word is evidence, not the answer",
        [_25, _50, on(LAST, family(med("metoprolol 50 mg")))],
        rows=_BOTH,
        conflicts=_OPEN,
        evidence=[1, 2],
    ),
    Case(
        "a document of before is no answer",
        [_25, _50, paper("2026-06-01", med("metoprolol 50 mg"))],
        rows=_BOTH,
        conflicts=_OPEN,
        evidence=[1, 2],
    ),
    Case(
        "a vaguer word fits both sides and settles nothing",
        [_25, _50, on(LAST, says(med("metoprolol")))],
        rows=_BOTH,
        conflicts=_OPEN,
        evidence=[2, 2],
    ),
    Case(
        "a fuller word for one side is an answer, too",
        [_25, _50, on(LAST, says(med("metoprolol 50 mg twice daily")))],
        rows=[
            "metoprolol 25 mg | superseded, corrected -> metoprolol 50 mg twice daily",
            "metoprolol 50 mg | superseded, changed -> metoprolol 50 mg twice daily",
            "metoprolol 50 mg twice daily | active",
        ],
        conflicts=["metoprolol 25 mg / metoprolol 50 mg: settled for metoprolol 50 mg twice daily"],
    ),
    Case(
        "a third bare value joins the conflict, and one answer settles all of it",
        [_25, _50, on("2026-10-15", says(med("metoprolol 75 mg"))), on(LAST, says(med("metoprolol 25 mg")))],
        rows=[
            "metoprolol 25 mg | active",
            "metoprolol 50 mg | superseded, corrected -> metoprolol 25 mg",
            "metoprolol 75 mg | superseded, corrected -> metoprolol 25 mg",
        ],
        conflicts=[
            "metoprolol 25 mg / metoprolol 50 mg: settled for metoprolol 25 mg",
            "metoprolol 25 mg / metoprolol 75 mg: settled for metoprolol 25 mg",
            "metoprolol 50 mg / metoprolol 75 mg: settled for metoprolol 75 mg",
        ],
    ),
    Case(
        "an answer that fits neither side replaces both",
        [_25, _50, on(LAST, says(med("metoprolol 75 mg", act=Act.CORRECT)))],
        rows=[
            "metoprolol 25 mg | superseded, corrected -> metoprolol 75 mg",
            "metoprolol 50 mg | superseded, corrected -> metoprolol 75 mg",
            "metoprolol 75 mg | active",
        ],
        conflicts=["metoprolol 25 mg / metoprolol 50 mg: settled for metoprolol 75 mg"],
    ),
    Case(
        "a change ends a conflict in the same conversation, without being asked",
        [_25, on(LATER, says(med("metoprolol 50 mg")), says(med("metoprolol 75 mg", act=Act.CHANGE)))],
        rows=[
            "metoprolol 25 mg | superseded, changed -> metoprolol 75 mg",
            "metoprolol 50 mg | superseded, changed -> metoprolol 75 mg",
            "metoprolol 75 mg | active",
        ],
        conflicts=["metoprolol 25 mg / metoprolol 50 mg: settled for metoprolol 75 mg"],
    ),
    Case(
        "a stop ends a conflict",
        [_25, _50, on(LAST, says(stop("metoprolol", act=Act.STOP)))],
        rows=[
            "metoprolol 25 mg | superseded, changed -> stopped metoprolol",
            "metoprolol 50 mg | superseded, changed -> stopped metoprolol",
            "stopped metoprolol | active",
        ],
        conflicts=["metoprolol 25 mg / metoprolol 50 mg: settled for stopped metoprolol"],
    ),
    Case(
        "a patient's correction of what a clinician said is a conflict, also when it is repeated",
        [
            on(FIRST, clinician(med("metoprolol 50 mg"))),
            on(
                LATER,
                says(med("metoprolol 25 mg", act=Act.CORRECT, replaces="50")),
                clinician(words="Are you sure?"),
                says(med("metoprolol 25 mg", act=Act.CORRECT, source="patient"), words="metoprolol 25 mg, I am sure"),
            ),
        ],
        rows=["metoprolol 50 mg | active, contested", "metoprolol 25 mg | active, contested"],
        conflicts=["metoprolol 50 mg / metoprolol 25 mg: open"],
    ),
    Case(
        "a patient's correction of a document is a conflict; the clinician's answer settles it",
        [
            paper(FIRST, med("metoprolol 50 mg")),
            on(LATER, says(med("metoprolol 25 mg", act=Act.CORRECT, replaces="50"))),
            on(LAST, clinician(med("metoprolol 50 mg"))),
        ],
        rows=["metoprolol 50 mg | active", "metoprolol 25 mg | superseded, corrected -> metoprolol 50 mg"],
        conflicts=["metoprolol 50 mg / metoprolol 25 mg: settled for metoprolol 50 mg"],
    ),
    Case(
        "a bare word after a stop is asked about",
        [on(FIRST, says(stop("metoprolol", act=Act.STOP))), _50],
        rows=["stopped metoprolol | active, contested", "metoprolol 50 mg | active, contested"],
        conflicts=["stopped metoprolol / metoprolol 50 mg: open"],
    ),
    Case(
        "a denial of the whole kind conflicts with every active row of the kind",
        [_ALLERGIES, on(LATER, says(_NONE))],
        rows=[
            "penicillin allergy | active, contested",
            "latex allergy | active, contested",
            "no allergies | active, contested",
        ],
        conflicts=["penicillin allergy / no allergies: open", "latex allergy / no allergies: open"],
        keys=["allergy:penicillin", "allergy:latex", "allergy:*"],
    ),
    Case(
        "a denial leaves the other kinds, and negatives of its own kind, alone",
        [_25, on(FIRST, says(allergy("aspirin does no harm", negated=True))), on(LATER, says(_NONE))],
        rows=["metoprolol 25 mg | active", "aspirin does no harm | active", "no allergies | active"],
    ),
    Case(
        "a repeated denial adds evidence only",
        [on(FIRST, says(_NONE)), on(LATER, says(_NONE))],
        rows=["no allergies | active"],
        evidence=[2],
    ),
    Case(
        "a denial repeated when asked wins over every row of the kind",
        [_ALLERGIES, on(LATER, says(_NONE), asks(), says(_NONE))],
        rows=[
            "penicillin allergy | superseded, corrected -> no allergies",
            "latex allergy | superseded, corrected -> no allergies",
            "no allergies | active",
        ],
        conflicts=[
            "penicillin allergy / no allergies: settled for no allergies",
            "latex allergy / no allergies: settled for no allergies",
        ],
    ),
    Case(
        "a denial repeated before anyone asked settles nothing",
        [on(FIRST, says(allergy("penicillin allergy"))), on(LATER, says(_NONE), says(_NONE))],
        rows=["penicillin allergy | active, contested", "no allergies | active, contested"],
        conflicts=["penicillin allergy / no allergies: open"],
    ),
    Case(
        "one allergy affirmed when asked refutes the denial, and the others stand",
        [_ALLERGIES, on(LATER, says(_NONE), asks(), says(allergy("penicillin allergy")))],
        rows=[
            "penicillin allergy | active",
            "latex allergy | active",
            "no allergies | superseded, corrected -> penicillin allergy",
        ],
        conflicts=[
            "penicillin allergy / no allergies: settled for penicillin allergy",
            "latex allergy / no allergies: settled for latex allergy",
        ],
    ),
    Case(
        "one allergy affirmed before anyone asked settles nothing",
        [on(FIRST, says(allergy("penicillin allergy"))), on(LATER, says(_NONE), says(allergy("penicillin allergy")))],
        rows=["penicillin allergy | active, contested", "no allergies | active, contested"],
        conflicts=["penicillin allergy / no allergies: open"],
    ),
    Case(
        "a new allergy changes a contested denial, and what the denial contradicted stands",
        [
            on(FIRST, says(allergy("penicillin allergy"))),
            on(LATER, says(_NONE)),
            on(LAST, says(allergy("latex allergy"))),
        ],
        rows=[
            "penicillin allergy | active",
            "no allergies | superseded, changed -> latex allergy",
            "latex allergy | active",
        ],
        conflicts=["penicillin allergy / no allergies: settled for latex allergy"],
    ),
    Case(
        "a change of a drug refutes that no medicine is taken",
        [
            _25,
            on(LATER, says(none_of(Tag.MEDICATION, "no medicines"))),
            on(LAST, says(med("metoprolol 50 mg", act=Act.CHANGE))),
        ],
        rows=[
            "metoprolol 25 mg | superseded, changed -> metoprolol 50 mg",
            "no medicines | superseded, corrected -> metoprolol 50 mg",
            "metoprolol 50 mg | active",
        ],
        conflicts=["metoprolol 25 mg / no medicines: settled for metoprolol 50 mg"],
    ),
    Case(
        "a stop agrees with the denial that it was contested by",
        [
            _25,
            on(LATER, says(none_of(Tag.MEDICATION, "no medicines"))),
            on(LAST, says(stop("metoprolol", act=Act.STOP))),
        ],
        rows=[
            "metoprolol 25 mg | superseded, changed -> stopped metoprolol",
            "no medicines | active",
            "stopped metoprolol | active",
        ],
        conflicts=["metoprolol 25 mg / no medicines: settled for stopped metoprolol"],
    ),
    Case(
        "a fuller word before anyone asked carries the conflict on",
        [
            on(FIRST, says(med("metoprolol 25 mg"))),
            on(LATER, says(none_of(Tag.MEDICATION, "no medicines")), says(med("metoprolol 25 mg twice daily"))),
        ],
        rows=[
            "metoprolol 25 mg | superseded, changed -> metoprolol 25 mg twice daily",
            "no medicines | active, contested",
            "metoprolol 25 mg twice daily | active, contested",
        ],
        conflicts=[
            "metoprolol 25 mg / no medicines: settled for metoprolol 25 mg twice daily",
            "no medicines / metoprolol 25 mg twice daily: open",
        ],
    ),
    Case(
        "a denial in an older document joins the history",
        [_ALLERGIES, paper("2020-05-05", _NONE)],
        rows=["penicillin allergy | active", "latex allergy | active", "no allergies | historical"],
    ),
]
