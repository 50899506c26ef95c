"""How often a fact was used, how much importance and age weigh, and what has expired."""

from __future__ import annotations

from datetime import UTC, date, datetime
from uuid import UUID

import pytest
from django.db import connections

from advocate.configuration import AgentConfigurationError, agents, parse_agent
from advocate.showing.audits import chain_shown
from advocate.showing.facts import fact_page, record_shown
from memory.door import Actor, silo
from memory.drafts import Value
from memory.erasure import forget
from memory.models import FactUsage
from memory.recall import recall
from memory.recall.tracing import add_trace
from memory.recall.weights import EVENLY, Weights
from memory.recollection import Recollection
from memory.usage import Usage, in_words, usage_of
from memory.vocabulary import Tag
from tests.memory.recall_cast import Told, WordsEngine, tell

pytestmark = pytest.mark.usefixtures("committed")
JULY, NOVEMBER = date(2026, 7, 1), date(2026, 11, 1)
METFORMIN = Told("metformin 500 mg", Tag.MEDICATION, "metformin", ("metformin", "diabetes"), value=Value("500", "mg"))


def pain(text: str) -> Told:
    return Told(text, Tag.SYMPTOM, "knee pain", ("knee", "pain"))


def ask(key: str, question: str, by: Actor, weights: Weights = EVENLY) -> Recollection:
    return recall(key, question, day=NOVEMBER, engine=WordsEngine(), by=by, weights=weights)


def texts(found: Recollection) -> list[str]:
    return [each.fact.text for each in found.placed]


def test_a_use_is_counted_with_the_trace_and_taken_back_with_it(alice: str, tester: Actor) -> None:
    [fact] = tell(alice, JULY, METFORMIN)
    found = ask(alice, "metformin?", tester)

    def broken_off() -> None:
        with silo(alice, by=tester, why="test"):
            add_trace(alice, found, session=None, question_turn=None, reply_turn=None, sentences=[])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        broken_off()
    with silo(alice, by=tester, why="test"):
        assert usage_of(fact) == Usage()
        add_trace(alice, found, session=None, question_turn=None, reply_turn=None, sentences=[])
        used = usage_of(fact)
        (link,) = chain_shown(fact, "UTC")
    assert used.times == 1
    assert link.used == in_words(used)
    assert in_words(used).startswith("placed for 1 reply, last on ")


def test_the_use_goes_with_a_forgotten_fact(alice: str, tester: Actor) -> None:
    [fact] = tell(alice, JULY, METFORMIN)
    with silo(alice, by=tester, why="test"):
        found = ask(alice, "metformin?", tester)
        add_trace(alice, found, session=None, question_turn=None, reply_turn=None, sentences=[])
        assert FactUsage.objects.count() == 1
    forget(alice, fact, by=tester)
    with silo(alice, by=tester, why="test"):
        assert FactUsage.objects.count() == 0
        add_trace(alice, found, session=None, question_turn=None, reply_turn=None, sentences=[])
        assert FactUsage.objects.count() == 0, "what was forgotten meanwhile is not counted"


def test_importance_and_age_weigh_nothing_unless_they_are_switched_on(alice: str, tester: Actor) -> None:
    early, late = _two_pains(alice)
    before = {p.fact.id: (p.score, p.why) for p in ask(alice, "knee pain", tester).placed}
    assert {early, late} <= before.keys()
    _set_importance(early, 5)
    assert {p.fact.id: (p.score, p.why) for p in ask(alice, "knee pain", tester).placed} == before


def test_importance_moves_a_row_among_its_like(alice: str, tester: Actor) -> None:
    early, late = _two_pains(alice)
    for most, least in ((early, late), (late, early)):
        _set_importance(most, 5)
        _set_importance(least, 1)
        found = ask(alice, "knee pain", tester, Weights(importance=1.0))
        assert found.placed[0].fact.id == most
        assert "importance: 5" in found.placed[0].why


def test_what_is_long_ago_fades_and_what_holds_does_not(alice: str, tester: Actor) -> None:
    _two_pains(alice)
    found = ask(alice, "knee pain", tester, Weights(half_life_days=30))
    reasons = {p.fact.text: p.why for p in found.placed}
    assert any(why.startswith("age: weighs 0.0") for why in reasons["the knee hurts on stairs"])
    tell(alice, date(2020, 1, 1), METFORMIN)
    (dose,) = [p for p in ask(alice, "metformin?", tester, Weights(half_life_days=7)).placed if p.score >= 1]
    assert not any(why.startswith("age") for why in dose.why)


def test_nothing_crosses_between_answer_and_context(alice: str, tester: Actor) -> None:
    _two_pains(alice)
    tell(alice, NOVEMBER, METFORMIN)
    plain = {p.fact.id: p.score >= 1 for p in ask(alice, "knee pain", tester).placed}
    for weights in (Weights(importance=1.0), Weights(half_life_days=7), Weights(1.0, 7)):
        weighed = {p.fact.id: p.score >= 1 for p in ask(alice, "knee pain", tester, weights).placed}
        assert weighed == plain


def test_the_patient_advocate_has_both_off() -> None:
    assert agents()["patient-advocate"].ranking.model_dump() == {"importance": 0.0, "half_life_days": None}


@pytest.mark.parametrize(
    "ranking",
    [{"importance": 2}, {"importance": -0.1}, {"importance": "much"}, {"half_life_days": 0}, {"recency": 1}],
)
def test_a_configuration_that_weighs_nonsense_is_refused(ranking: dict[str, object]) -> None:
    written = agents()["patient-advocate"].model_dump(mode="json")
    with pytest.raises(AgentConfigurationError, match="ranking"):
        parse_agent({**written, "ranking": ranking}, "test.yaml")
    weighed = {**written, "ranking": {"importance": 0.5, "half_life_days": 365}}
    assert parse_agent(weighed, "test.yaml").ranking.half_life_days == 365


def test_what_has_expired_is_not_recalled_and_says_so(alice: str, tester: Actor) -> None:
    [fact] = tell(alice, JULY, METFORMIN)
    _expire(fact, datetime(2026, 10, 1, 12, tzinfo=UTC))
    found = recall(alice, "metformin?", day=NOVEMBER, engine=WordsEngine(), by=tester, explain=fact)
    assert (found.placed, found.shortlist) == ((), ())
    assert found.explained is not None
    assert found.explained.reason == "it has expired on 2026-10-01"
    earlier = recall(alice, "metformin?", day=NOVEMBER, as_of=date(2026, 9, 1), engine=WordsEngine(), by=tester)
    assert texts(earlier) == ["metformin 500 mg"]


def test_what_has_expired_is_shown_as_such_on_the_record(alice: str, tester: Actor) -> None:
    [fact, other] = tell(alice, JULY, METFORMIN, pain("the knee hurts"))
    _expire(fact, datetime(2026, 10, 1, 12, tzinfo=UTC))
    _expire(other, datetime(2099, 10, 1, 12, tzinfo=UTC))
    with silo(alice, by=tester, why="look"):
        shown, page, still = record_shown(NOVEMBER), fact_page(fact), fact_page(other)
    assert [(row.text, row.standing) for kind in shown.past for row in kind.facts] == [
        ("metformin 500 mg", "expired on 1 October 2026")
    ]
    assert "metformin 500 mg" not in [row.text for kind in shown.kinds for row in kind.facts]
    assert page is not None
    assert page.fact.standing == "expired on 1 October 2026"
    assert still is not None
    assert still.fact.standing == "holds now"


def _two_pains(key: str) -> tuple[UUID, UUID]:
    [early] = tell(key, date(2026, 3, 1), pain("the knee hurts on stairs"))
    [late] = tell(key, date(2026, 10, 25), pain("knee hurts when walking"))
    return early, late


def _set_importance(fact: UUID, importance: int) -> None:
    """As the owner: at run time no role changes a fact's importance."""
    _as_owner("UPDATE adk_memory_facts SET importance = %s WHERE id = %s", [importance, fact])


def _expire(fact: UUID, at: datetime) -> None:
    _as_owner("UPDATE adk_memory_facts SET expires_at = %s WHERE id = %s", [at, fact])


def _as_owner(sql: str, parameters: list[int | UUID | datetime]) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(sql, parameters)
        assert cursor.rowcount == 1
