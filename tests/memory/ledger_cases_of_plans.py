"""What lies ahead: plans that take effect on their day, plans called off, appointments moved, cancelled and past."""

from memory.drafts import Act, Tense
from memory.vocabulary import Tag
from tests.memory.ledger_cases import Case, fact, med, none_of, on, says, stop, visit

FIRST, LATER, LAST = "2026-09-01", "2026-10-01", "2026-11-01"
_25 = on(FIRST, says(med("metoprolol 25 mg")))
_75 = on("2026-09-03", says(med("metoprolol 75 mg")))
_PLAN = on(
    "2026-09-10",
    says(med("metoprolol 50 mg", tense=Tense.PLANNED, act=Act.CHANGE, on="2026-09-14", phrase="from Monday")),
)
_OTHER_PLAN = on(
    "2026-09-11",
    says(med("metoprolol 37.5 mg", tense=Tense.PLANNED, act=Act.CHANGE, on="2026-09-18", phrase="from next Friday")),
)
_CALLED_OFF = on("2026-09-12", says(med("metoprolol increase called off", thing="metoprolol", act=Act.CANCEL)))
_COLONOSCOPY = on(
    FIRST,
    says(
        fact(Tag.PROCEDURE, "colonoscopy", "colonoscopy", tense=Tense.PLANNED, on="2026-10-12", phrase="on October 12")
    ),
)
_VISIT = on(FIRST, says(visit("2026-10-10", "on October 10")))

CASES = [
    Case(
        "a value for later is planned and leaves the current row alone",
        [_25, _PLAN],
        rows=["metoprolol 25 mg | active", "metoprolol 50 mg | planned"],
        dates=[FIRST, "2026-09-14"],
        settled="2026-09-13",
    ),
    Case(
        "on its day a plan becomes active, and only then retires the old row",
        [_25, _PLAN],
        rows=["metoprolol 25 mg | superseded, changed -> metoprolol 50 mg", "metoprolol 50 mg | active"],
        settled="2026-09-14",
    ),
    Case(
        "a conversation after its day finds the plan in effect",
        [_25, _PLAN, on(LATER, says(med("metoprolol 50 mg")))],
        rows=["metoprolol 25 mg | superseded, changed -> metoprolol 50 mg", "metoprolol 50 mg | active"],
        evidence=[1, 2],
    ),
    Case(
        "a plan that takes effect ends a conflict at its address",
        [_25, _75, _PLAN],
        rows=[
            "metoprolol 25 mg | superseded, changed -> metoprolol 50 mg",
            "metoprolol 75 mg | superseded, changed -> metoprolol 50 mg",
            "metoprolol 50 mg | active",
        ],
        conflicts=["metoprolol 25 mg / metoprolol 75 mg: settled for metoprolol 50 mg"],
        settled="2026-09-14",
    ),
    Case(
        "the first medicine, when its day has come, changes that there was none",
        [on(FIRST, says(none_of(Tag.MEDICATION, "no medicines"))), _PLAN],
        rows=["no medicines | superseded, changed -> metoprolol 50 mg", "metoprolol 50 mg | active"],
        settled="2026-09-14",
    ),
    Case(
        "a planned stop is planned at the drug's address",
        [
            _25,
            on(
                "2026-09-10",
                says(stop("metoprolol", act=Act.STOP, tense=Tense.PLANNED, on="2026-09-14", phrase="from Monday")),
            ),
        ],
        rows=["metoprolol 25 mg | superseded, changed -> stopped metoprolol", "stopped metoprolol | active"],
        settled="2026-09-20",
    ),
    Case(
        "a plan called off is retracted",
        [_25, _PLAN, _CALLED_OFF],
        rows=["metoprolol 25 mg | active", "metoprolol 50 mg | retracted"],
        settled="2026-09-20",
    ),
    Case(
        "a plan replaces the plan before; called off, neither takes effect",
        [_25, _PLAN, _OTHER_PLAN, _CALLED_OFF],
        rows=[
            "metoprolol 25 mg | active",
            "metoprolol 50 mg | superseded, changed -> metoprolol 37.5 mg",
            "metoprolol 37.5 mg | retracted",
        ],
        settled="2026-09-20",
    ),
    Case(
        "a replaced plan never takes effect; its successor does",
        [_25, _PLAN, _OTHER_PLAN],
        rows=[
            "metoprolol 25 mg | superseded, changed -> metoprolol 37.5 mg",
            "metoprolol 50 mg | superseded, changed -> metoprolol 37.5 mg",
            "metoprolol 37.5 mg | active",
        ],
        settled="2026-09-20",
    ),
    Case(
        "withdrawing the plan that replaced another makes that one planned again",
        [
            _25,
            _PLAN,
            _OTHER_PLAN,
            on(
                "2026-09-12",
                says(
                    med("metoprolol 37.5 mg", act=Act.WITHDRAW, replaces="37.5"),
                    words="It was never to be metoprolol 37.5 mg",
                ),
            ),
        ],
        rows=["metoprolol 25 mg | active", "metoprolol 50 mg | planned", "metoprolol 37.5 mg | retracted"],
    ),
    Case(
        "a plan told as called off after its day never took effect: the old row stands again",
        [_25, _PLAN, _OTHER_PLAN, on(LATER, says(med("increase called off", thing="metoprolol", act=Act.CANCEL)))],
        rows=[
            "metoprolol 25 mg | active",
            "metoprolol 50 mg | superseded, changed -> metoprolol 37.5 mg",
            "metoprolol 37.5 mg | retracted",
        ],
    ),
    Case(
        "the same plan said again adds evidence only",
        [_25, _PLAN, on("2026-09-11", says(med("metoprolol 50 mg", tense=Tense.PLANNED)))],
        rows=["metoprolol 25 mg | active", "metoprolol 50 mg | planned"],
        evidence=[1, 2],
    ),
    Case(
        "a plan whose day has come when it is told is a change",
        [_25, on(LATER, says(med("metoprolol 50 mg", tense=Tense.PLANNED, on=LATER, phrase="from today")))],
        rows=["metoprolol 25 mg | superseded, changed -> metoprolol 50 mg", "metoprolol 50 mg | active"],
    ),
    Case(
        "calling off what the record does not hold is held with its reason",
        [_25, on(LATER, says(med("lisinopril increase called off", act=Act.CANCEL)))],
        rows=["metoprolol 25 mg | active"],
        held=["nothing to withdraw"],
    ),
    Case(
        "a planned procedure becomes a point of its series on its day, and is told again as done",
        [
            _COLONOSCOPY,
            on(LAST, says(fact(Tag.PROCEDURE, "colonoscopy", "colonoscopy", on="2026-10-12", phrase="October 12"))),
        ],
        rows=["colonoscopy | active"],
        dates=["2026-10-12"],
        evidence=[2],
    ),
    Case(
        "a planned procedure that was moved has one plan",
        [
            _COLONOSCOPY,
            on(
                LATER,
                says(
                    fact(
                        Tag.PROCEDURE,
                        "colonoscopy",
                        "colonoscopy",
                        tense=Tense.PLANNED,
                        act=Act.CHANGE,
                        on="2026-10-19",
                        phrase="to October 19",
                    )
                ),
            ),
        ],
        rows=["colonoscopy | superseded, changed -> colonoscopy", "colonoscopy | planned"],
    ),
    Case(
        "a planned procedure called off is retracted; one that was done stays",
        [
            on("2025-05-05", says(fact(Tag.PROCEDURE, "colonoscopy", "colonoscopy"))),
            _COLONOSCOPY,
            on(LATER, says(fact(Tag.PROCEDURE, "colonoscopy cancelled", "colonoscopy", act=Act.CANCEL))),
        ],
        rows=["colonoscopy | active", "colonoscopy | retracted"],
    ),
    Case(
        "a procedure without a day yet stays planned",
        [on(FIRST, says(fact(Tag.PROCEDURE, "colonoscopy", "colonoscopy", tense=Tense.PLANNED)))],
        rows=["colonoscopy | planned"],
        settled=LAST,
    ),
    Case(
        "an upcoming appointment is active at its address and has the visit's day",
        [_VISIT],
        rows=["appointment with Dr. Osei | active"],
        dates=["2026-10-10"],
        keys=["appointment:cardiologist"],
        settled="2026-10-10",
    ),
    Case(
        "an appointment that was moved, also to an earlier day, supersedes",
        [_VISIT, on(LATER, says(visit("2026-10-05", "to October 5", act=Act.CHANGE)))],
        rows=[
            "appointment with Dr. Osei | superseded, changed -> appointment with Dr. Osei",
            "appointment with Dr. Osei | active",
        ],
        dates=["2026-10-10", "2026-10-05"],
    ),
    Case(
        "an appointment that was moved on its day is another appointment",
        [
            on(FIRST, says(visit("2026-10-10", "on October 10", "appointment at 10 am"))),
            on(LATER, says(visit("2026-10-10", "on October 10", "appointment at 2 pm", act=Act.CHANGE))),
        ],
        rows=["appointment at 10 am | superseded, changed -> appointment at 2 pm", "appointment at 2 pm | active"],
    ),
    Case(
        "another day for the same visit, said without a word of change, is asked about",
        [_VISIT, on(LATER, says(visit("2026-10-05", "on October 5", "visit to Dr. Osei")))],
        rows=["appointment with Dr. Osei | active, contested", "visit to Dr. Osei | active, contested"],
        conflicts=["appointment with Dr. Osei / visit to Dr. Osei: open"],
    ),
    Case(
        "a cancelled appointment is retracted; one that was moved does not move back",
        [
            _VISIT,
            on("2026-09-20", says(visit("2026-10-12", "to October 12", act=Act.CHANGE))),
            on(LATER, says(fact(Tag.APPOINTMENT, "appointment cancelled", "cardiologist", act=Act.CANCEL))),
        ],
        rows=[
            "appointment with Dr. Osei | superseded, changed -> appointment with Dr. Osei",
            "appointment with Dr. Osei | retracted",
        ],
    ),
    Case(
        "once past an appointment stays as a point in time, and the next one has the address",
        [_VISIT, on(LAST, says(visit("2026-12-10", "on December 10")))],
        rows=["appointment with Dr. Osei | active", "appointment with Dr. Osei | active"],
        keys=[None, "appointment:cardiologist"],
    ),
    Case(
        "a visit told when it is past is a point in time and leaves the next one alone",
        [
            _VISIT,
            on(FIRST, says(visit("2026-08-20", "on August 20", "saw Dr. Osei"))),
            on(FIRST, says(visit("2026-08-20", "on August 20", "saw Dr. Osei"))),
        ],
        rows=["appointment with Dr. Osei | active", "saw Dr. Osei | active"],
        keys=["appointment:cardiologist", None],
        evidence=[1, 2],
    ),
]
