"""What supersedes what at an address: changes, corrections, stops, orders, and what was told late."""

from memory.drafts import Act, Tense
from memory.vocabulary import Tag
from tests.memory.ledger_cases import (
    OSEI,
    Case,
    allergy,
    fact,
    family,
    hold,
    lab,
    med,
    none_of,
    on,
    says,
    stop,
)

FIRST, LATER, LAST = "2026-09-01", "2026-10-01", "2026-11-01"
_25 = on(FIRST, says(med("metoprolol 25 mg")))
_UP = med("metoprolol 50 mg", act=Act.CHANGE, source=OSEI, on="2026-09-28", phrase="on the 28th")

CASES = [
    Case(
        "the story: a dose put up retires the old dose; the instruction and the creatinine stay",
        [
            on(
                FIRST,
                says(
                    med("metoprolol tartrate 25 mg twice daily"),
                    lab("creatinine 1.4 mg/dL", on="2026-08-31", phrase="yesterday"),
                    hold(),
                ),
            ),
            on(LATER, says(_UP, words="Dr. Osei put the metoprolol up to 50 mg on the 28th")),
        ],
        rows=[
            "metoprolol tartrate 25 mg twice daily | superseded, changed -> metoprolol 50 mg",
            "creatinine 1.4 mg/dL | active",
            "hold the dose if the pulse is under 55 | active",
            "metoprolol 50 mg | active",
        ],
        dates=[FIRST, "2026-08-31", FIRST, "2026-09-28"],
        keys=["medication:metoprolol", None, "directive:metoprolol.hold", "medication:metoprolol"],
        evidence=[1, 1, 1, 1],
    ),
    Case(
        "brand and generic share an address",
        [on(FIRST, says(med("Lopressor 25 mg"))), on(LATER, says(med("metoprolol 25 mg")))],
        rows=["Lopressor 25 mg | active"],
        evidence=[2],
        keys=["medication:metoprolol"],
    ),
    Case(
        "a change of the generic retires the brand's row",
        [on(FIRST, says(med("Lopressor 25 mg"))), on(LATER, says(_UP))],
        rows=["Lopressor 25 mg | superseded, changed -> metoprolol 50 mg", "metoprolol 50 mg | active"],
    ),
    Case(
        "a dose put down is a change as one put up",
        [_25, on(LATER, says(med("metoprolol 12.5 mg", act=Act.CHANGE)))],
        rows=["metoprolol 25 mg | superseded, changed -> metoprolol 12.5 mg", "metoprolol 12.5 mg | active"],
    ),
    Case(
        "a changed frequency is a change",
        [
            on(FIRST, says(med("metoprolol 25 mg once daily"))),
            on(LATER, says(med("metoprolol 25 mg twice daily", act=Act.CHANGE))),
        ],
        rows=[
            "metoprolol 25 mg once daily | superseded, changed -> metoprolol 25 mg twice daily",
            "metoprolol 25 mg twice daily | active",
        ],
    ),
    Case(
        "stopping supersedes with a fact that says so",
        [
            on(FIRST, says(med("lisinopril 10 mg"))),
            on(LATER, says(stop("lisinopril", act=Act.STOP, on="2026-09-28", phrase="since Monday"))),
        ],
        rows=["lisinopril 10 mg | superseded, changed -> stopped lisinopril", "stopped lisinopril | active"],
        dates=[FIRST, "2026-09-28"],
    ),
    Case(
        "a stop told in the past tense ends what stands, too",
        [
            on(FIRST, says(med("lisinopril 10 mg"))),
            on(LATER, says(stop("lisinopril", act=Act.STOP, tense=Tense.PAST, on="2026-09-30", phrase="yesterday"))),
        ],
        rows=["lisinopril 10 mg | superseded, changed -> stopped lisinopril", "stopped lisinopril | active"],
    ),
    Case(
        "a stop told now holds, though the day that it names lies before the last time it was spoken of",
        [
            on(LATER, says(med("lisinopril 10 mg"))),
            on("2026-10-03", says(stop("lisinopril", act=Act.STOP, on="2026-09-28", phrase="since Monday"))),
        ],
        rows=["lisinopril 10 mg | superseded, changed -> stopped lisinopril", "stopped lisinopril | active"],
    ),
    Case(
        "a stop of long ago does not end what was taken up since",
        [
            on(FIRST, says(med("lisinopril 10 mg"))),
            on(LATER, says(stop("lisinopril", act=Act.STOP, tense=Tense.PAST, on="2019", phrase="in 2019"))),
        ],
        rows=["lisinopril 10 mg | active", "stopped lisinopril | historical"],
    ),
    Case(
        "a drug taken up again replaces its stop",
        [
            on(FIRST, says(med("lisinopril 10 mg"))),
            on(LATER, says(stop("lisinopril", act=Act.STOP))),
            on(LAST, says(med("lisinopril 10 mg", act=Act.CHANGE))),
        ],
        rows=[
            "lisinopril 10 mg | superseded, changed -> stopped lisinopril",
            "stopped lisinopril | superseded, changed -> lisinopril 10 mg",
            "lisinopril 10 mg | active",
        ],
    ),
    Case(
        "a switch stops one drug and starts another, each at its address",
        [
            _25,
            on(LATER, says(stop("metoprolol", act=Act.STOP), med("carvedilol 6.25 mg", act=Act.CHANGE))),
        ],
        rows=[
            "metoprolol 25 mg | superseded, changed -> stopped metoprolol",
            "stopped metoprolol | active",
            "carvedilol 6.25 mg | active",
        ],
    ),
    Case(
        "A, B, A are three rows: the same-value guard looks at the current row only",
        [_25, on(LATER, says(_UP)), on(LAST, says(med("metoprolol 25 mg", act=Act.CHANGE)))],
        rows=[
            "metoprolol 25 mg | superseded, changed -> metoprolol 50 mg",
            "metoprolol 50 mg | superseded, changed -> metoprolol 25 mg",
            "metoprolol 25 mg | active",
        ],
    ),
    Case(
        "a chain of five",
        [
            on(f"2026-0{month}-01", says(med(f"metoprolol {dose} mg", act=Act.CHANGE)))
            for month, dose in zip(range(1, 6), ("12.5", "25", "50", "75", "100"), strict=True)
        ],
        rows=[
            "metoprolol 12.5 mg | superseded, changed -> metoprolol 25 mg",
            "metoprolol 25 mg | superseded, changed -> metoprolol 50 mg",
            "metoprolol 50 mg | superseded, changed -> metoprolol 75 mg",
            "metoprolol 75 mg | superseded, changed -> metoprolol 100 mg",
            "metoprolol 100 mg | active",
        ],
    ),
    Case(
        "a combination product has an address of its own",
        [
            on(FIRST, says(med("lisinopril 10 mg"))),
            on(
                LATER,
                says(med("Zestoretic 20/12.5 mg", thing="hydrochlorothiazide+lisinopril", act=Act.CHANGE)),
            ),
        ],
        rows=["lisinopril 10 mg | active", "Zestoretic 20/12.5 mg | active"],
        keys=["medication:lisinopril", "medication:hydrochlorothiazide+lisinopril"],
    ),
    Case(
        "a drug's regimen is one row",
        [
            on(FIRST, says(med("metoprolol 25 mg in the morning and 50 mg at night"))),
            on(LATER, says(med("metoprolol 50 mg in the morning and 25 mg at night", act=Act.CHANGE))),
        ],
        rows=[
            "metoprolol 25 mg in the morning and 50 mg at night | superseded, changed ->"
            " metoprolol 50 mg in the morning and 25 mg at night",
            "metoprolol 50 mg in the morning and 25 mg at night | active",
        ],
    ),
    Case(
        "facts about different things never retire each other",
        [
            on(
                FIRST,
                says(
                    med("metoprolol 25 mg"),
                    fact(Tag.CONDITION, "asthma", "asthma"),
                    fact(Tag.PREFERENCE, "prefers short answers", "writing", aspect="style"),
                    fact(Tag.CONTACT, "cardiologist's phone 555 0101", "cardiologist"),
                    fact(Tag.CARE_TEAM, "Dr. Osei is the cardiologist", "cardiologist"),
                    fact(Tag.INSURANCE, "insured with Acme", "plan"),
                    fact(Tag.SOCIAL, "lives alone", "living"),
                ),
            ),
            on(LATER, says(med("lisinopril 50 mg", act=Act.CHANGE), hold(act=Act.CHANGE))),
        ],
        rows=[
            "metoprolol 25 mg | active",
            "asthma | active",
            "prefers short answers | active",
            "cardiologist's phone 555 0101 | active",
            "Dr. Osei is the cardiologist | active",
            "insured with Acme | active",
            "lives alone | active",
            "lisinopril 50 mg | active",
            "hold the dose if the pulse is under 55 | active",
        ],
    ),
    Case(
        "every state-like kind has its change",
        [
            on(
                FIRST, says(fact(Tag.INSURANCE, "insured with Acme", "plan"), fact(Tag.SOCIAL, "lives alone", "living"))
            ),
            on(
                LATER,
                says(
                    fact(Tag.INSURANCE, "insured with Globex", "plan", act=Act.CHANGE),
                    fact(Tag.SOCIAL, "lives with a daughter", "living", act=Act.CHANGE),
                ),
            ),
        ],
        rows=[
            "insured with Acme | superseded, changed -> insured with Globex",
            "lives alone | superseded, changed -> lives with a daughter",
            "insured with Globex | active",
            "lives with a daughter | active",
        ],
    ),
    Case(
        "a first allergy changes that none was known",
        [on(FIRST, says(none_of(Tag.ALLERGY, "no known allergies"))), on(LATER, says(allergy("penicillin allergy")))],
        rows=["no known allergies | superseded, changed -> penicillin allergy", "penicillin allergy | active"],
    ),
    Case(
        "the end of all medicines, told as a change, retires each of them",
        [
            on(FIRST, says(med("metoprolol 25 mg"), med("lisinopril 10 mg"), stop("aspirin"))),
            on(LATER, says(none_of(Tag.MEDICATION, "no medicines", act=Act.STOP))),
        ],
        rows=[
            "metoprolol 25 mg | superseded, changed -> no medicines",
            "lisinopril 10 mg | superseded, changed -> no medicines",
            "stopped aspirin | active",
            "no medicines | active",
        ],
    ),
    Case(
        "a caregiver's report of a change counts as a change",
        [_25, on(LATER, family(med("metoprolol 50 mg", act=Act.CHANGE)))],
        rows=["metoprolol 25 mg | superseded, changed -> metoprolol 50 mg", "metoprolol 50 mg | active"],
    ),
    Case(
        "a corrected side supersedes the state of the other one",
        [
            on(FIRST, says(fact(Tag.CONDITION, "gout in left toe", "gout", aspect="left"))),
            on(
                LATER,
                says(
                    fact(Tag.CONDITION, "gout in right toe", "gout", aspect="right", act=Act.CORRECT, replaces="left")
                ),
            ),
        ],
        rows=["gout in left toe | superseded, corrected -> gout in right toe", "gout in right toe | active"],
    ),
    Case(
        "left and right stand beside each other",
        [
            on(FIRST, says(fact(Tag.CONDITION, "gout in left toe", "gout", aspect="left"))),
            on(LATER, says(fact(Tag.CONDITION, "gout in right toe", "gout", aspect="right"))),
        ],
        rows=["gout in left toe | active", "gout in right toe | active"],
    ),
]
