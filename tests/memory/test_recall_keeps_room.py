"""What is placed beside what: no row crowds out others, contradictions come in pairs, and the work stays the same."""

from __future__ import annotations

from datetime import date

from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.door import Actor, silo
from memory.drafts import Act, Value
from memory.embedding import embed_pending
from memory.reading import known
from memory.recall import recall
from memory.recollection import Recollection, Slot
from memory.vocabulary import Tag
from tests.memory.recall_cast import Told, WordsEngine, tell

DAY, NOVEMBER = date(2026, 9, 1), date(2026, 11, 1)


def ask(key: str, question: str, by: Actor, limit: int = 12) -> Recollection:
    return recall(key, question, day=NOVEMBER, engine=WordsEngine(), by=by, limit=limit, with_known=True)


def test_five_phrasings_of_one_thing_do_not_crowd_out_another(alice: str, tester: Actor) -> None:
    phrasings = ("flute calms me", "the flute calms me", "me calms the flute", "calms me the flute", "a flute calms me")
    tell(alice, DAY, *(Told(text, Tag.FACT, f"flute{i}", ("flute",)) for i, text in enumerate(phrasings)))
    tell(alice, DAY, Told("my flute is made of bamboo from the garden of my aunt", Tag.FACT, "bamboo", ("flute",)))
    placed = [each.fact.text for each in ask(alice, "flute?", tester, limit=2).placed]
    assert len(placed) == 2
    assert "my flute is made of bamboo from the garden of my aunt" in placed


def test_two_readings_of_different_days_are_two_points(alice: str, tester: Actor) -> None:
    for day in (DAY, date(2026, 10, 1)):
        tell(alice, day, Told("pulse 60", Tag.VITAL, "pulse", ("pulse",), value=Value("60")))
    tell(alice, date(2026, 8, 1), Told("wears a sports watch", Tag.SOCIAL, "watch", ("pulse",)))
    assert [each.fact.text for each in ask(alice, "pulse?", tester, limit=2).placed] == ["pulse 60"] * 2


def test_an_earlier_value_stands_beside_what_took_its_place(alice: str, tester: Actor) -> None:
    drugs = ("biotin", "zinc", "inositol")
    tell(alice, DAY, *(Told(f"{drug} 5 mg", Tag.MEDICATION, drug, (drug,), value=Value("5", "mg")) for drug in drugs))
    changes = (Told(f"{d} 9 mg", Tag.MEDICATION, d, (d,), act=Act.CHANGE, value=Value("9", "mg")) for d in drugs)
    tell(alice, date(2026, 10, 1), *changes)
    placed = [each.fact.text for each in ask(alice, "which medicines have changed?", tester).placed]
    for drug in drugs:
        assert placed.index(f"{drug} 5 mg") == placed.index(f"{drug} 9 mg") + 1


def test_the_other_side_of_a_contradiction_answers_with_it(alice: str, tester: Actor) -> None:
    tell(alice, DAY, Told("amoxicillin gives me a rash", Tag.ALLERGY, "amoxicillin", ("amoxicillin",)))
    tell(alice, date(2026, 10, 1), Told("no allergies", Tag.ALLERGY, "*", ("allergies",), negated=True))
    tell(alice, DAY, *(Told(f"rash number {i}", Tag.SYMPTOM, "rash", ("rash",)) for i in range(4)))
    first, second = ask(alice, "what gave me a rash, amoxicillin?", tester).placed[:2]
    assert {first.slot, second.slot} == {Slot.CONFLICT}


def test_the_emergency_contact_is_always_placed(alice: str, tester: Actor) -> None:
    contact = Told("my daughter Ines, 555-0134", Tag.CONTACT, "emergency", ("emergency contact", "daughter"))
    tell(alice, DAY, contact)
    found = ask(alice, "what is my blood type?", tester)
    assert found.silent
    assert [each.why[0] for each in found.placed if each.fact.text == contact.text] != []


def test_one_row_and_forty_take_the_same_queries(alice: str, charlie: str, tester: Actor) -> None:
    taken = []
    for key, count in ((alice, 1), (charlie, 40)):
        notes = (Told(f"note {i} of the garden", Tag.FACT, "garden", ("garden",)) for i in range(count))
        tell(key, DAY, *notes)
        embed_pending(key, engine=WordsEngine(), by=tester)
        with CaptureQueriesContext(connection) as queries:
            ask(key, "what did I say of my daughter's garden?", tester)
        taken.append(len(queries))
    assert taken[0] == taken[1] <= 20


def test_what_it_read_it_hands_out(alice: str, tester: Actor) -> None:
    tell(alice, DAY, Told("biotin 5 mg", Tag.MEDICATION, "biotin", ("biotin",), value=Value("5", "mg")))
    tell(alice, date(2026, 10, 1), Told("stopped biotin", Tag.MEDICATION, "biotin", ("biotin",), act=Act.STOP))
    with silo(alice, by=tester, why="test"):
        assert ask(alice, "biotin?", tester).known == known(NOVEMBER) != ()
