"""Documents: handed in by the person or her clinician, read into facts with the page as evidence, forgotten, erased."""

from __future__ import annotations

import uuid
from contextlib import nullcontext
from datetime import date

import pytest
from django.db import DatabaseError

from advocate.engines.local.engine import LocalEngine
from memory import documents, erasure
from memory.distilling import distil
from memory.documents import paper
from memory.door import Actor, NotInCare, clinician, privacy_office, silo
from memory.models import DocumentPage, Evidence, Fact, Session
from memory.vocabulary import SessionState, Tag
from tests.memory.rows import account, care, faults

WORDS = "Lisinopril 10 mg by mouth once daily.\nCreatinine 1.3 mg/dL."


def _hand_in(
    key: str, tester: Actor, *pages: str, on: date = date(2026, 7, 3), title: str = "discharge papers"
) -> uuid.UUID:
    handed = paper(title, on, pages or (WORDS,))
    entered = silo(key, by=tester, why="hand in")
    session = documents.hand_in(handed, into=entered, agent="patient-advocate", agent_version="1")
    assert distil(session, engine=LocalEngine(), by=tester) is SessionState.DONE
    return session


def _facts(key: str, tester: Actor) -> dict[str, Fact]:
    with silo(key, by=tester, why="look"):
        return {fact.fact: fact for fact in Fact.objects.exclude(tag=Tag.EPISODE)}


@pytest.mark.usefixtures("committed")
def test_a_fact_of_a_document_has_its_title_and_date_as_source_and_its_page_as_evidence(
    alice: str, tester: Actor
) -> None:
    _hand_in(alice, tester, "A cover page.", WORDS)
    facts = _facts(alice, tester)
    assert {fact.source for fact in facts.values()} == {"discharge papers, 2026-07-03"}
    assert {str(fact.fact_date) for fact in facts.values()} == {"2026-07-03"}
    with silo(alice, by=tester, why="look"):
        numbers = set(Evidence.objects.values_list("page__number", flat=True))
        assert not Evidence.objects.filter(turn__isnull=False).exists()
    assert numbers == {2}


@pytest.mark.usefixtures("committed")
def test_an_older_document_handed_in_late_is_history(alice: str, tester: Actor) -> None:
    _hand_in(alice, tester)
    _hand_in(alice, tester, "Lisinopril 5 mg once daily.", on=date(2026, 1, 5), title="old letter")
    facts = _facts(alice, tester)
    [new], [old] = ([f for text, f in facts.items() if dose in text] for dose in ("10 mg", "5 mg"))
    assert (new.status, old.status) == ("active", "historical")


@pytest.mark.usefixtures("committed")
def test_a_later_document_supersedes(alice: str, tester: Actor) -> None:
    _hand_in(alice, tester)
    _hand_in(alice, tester, "Lisinopril 20 mg by mouth once daily.", on=date(2026, 9, 5), title="new letter")
    old = next(fact for text, fact in _facts(alice, tester).items() if "10 mg" in text)
    new = next(fact for text, fact in _facts(alice, tester).items() if "20 mg" in text)
    assert (old.status, old.superseded_by_id, new.status) == ("superseded", new.id, "active")


@pytest.mark.usefixtures("committed")
def test_forgetting_a_fact_takes_its_words_out_of_the_page(alice: str, tester: Actor) -> None:
    _hand_in(alice, tester)
    fact = next(fact for text, fact in _facts(alice, tester).items() if "isinopril" in text)
    erasure.forget(alice, fact.id, by=tester)
    with silo(alice, by=tester, why="look"):
        [text] = DocumentPage.objects.values_list("text", flat=True)
    assert "isinopril" not in text
    assert "a sentence was removed" in text
    assert "Creatinine 1.3" in text
    assert faults(alice) == []


@pytest.mark.usefixtures("committed")
def test_erasing_takes_documents_and_pages(alice: str, tester: Actor) -> None:
    _hand_in(alice, tester)
    receipt = erasure.erase_own(alice, by=tester)
    assert (receipt.counts["memory_document"], receipt.counts["memory_document_page"]) == (1, 1)
    assert set(erasure.remaining(alice).values()) == {0}


@pytest.mark.usefixtures("committed")
def test_a_clinician_hands_in_for_whom_she_cares_and_for_nobody_else(alice: str, charlie: str, tester: Actor) -> None:
    bob = account()
    care(alice, bob)
    by = Actor(f"account {bob}", "admin")
    handed = paper("letter", date(2026, 7, 3), [WORDS])

    def by_bob(key: str) -> uuid.UUID:
        entered = clinician(bob, user_key=key, by=by, why="hand in")
        return documents.hand_in(handed, into=entered, agent="patient-advocate", agent_version="1")

    session = by_bob(alice)
    with silo(alice, by=tester, why="look"):
        row = Session.objects.get(public_id=session)
        assert row.document is not None
        assert (row.status, row.document.handed_in_by) == ("closing", by.name)
    for key in (charlie, f"patient-advocate/{uuid.uuid4().hex}"):
        with pytest.raises(NotInCare):
            by_bob(key)
    with silo(charlie, by=tester, why="look"):
        assert not Session.objects.exists()


@pytest.mark.usefixtures("committed")
def test_nobody_else_hands_anything_in(alice: str, tester: Actor) -> None:
    handed = paper("letter", date(2026, 7, 3), [WORDS])
    for entered in (privacy_office(by=tester, why="x"),):
        with pytest.raises(DatabaseError):
            documents.hand_in(handed, into=entered, agent="a", agent_version="1")
    with pytest.raises(DatabaseError):
        documents.hand_in(handed, into=nullcontext(), agent="a", agent_version="1")


@pytest.mark.usefixtures("committed")
def test_reading_it_twice_writes_once(alice: str, tester: Actor) -> None:
    session = _hand_in(alice, tester)
    assert distil(session, engine=LocalEngine(), by=tester) is None
    _hand_in(alice, tester)
    assert len(_facts(alice, tester)) == 2
