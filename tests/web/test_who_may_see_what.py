"""Every address of the patient's pages, walked from the URLconf, against everyone: a table of who may see what."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass

import pytest
from django.urls import URLPattern, reverse

from advocate.urls import urlpatterns
from tests.web.stack import Client, Stack

SECRET = "metformin"  # what only Alice said


@dataclass(frozen=True)
class Cast:
    """Who asks, and what Alice has."""

    alice: Client
    others: dict[str, Client]
    ids: dict[str, str]


@dataclass(frozen=True)
class Rule:
    """What one address answers: to its owner, to nobody, and to those who are no patients."""

    method: str
    owner: int
    nobody: int = 302
    staff: int = 403
    form: dict[str, str] | None = None


# Of an address with an id, what lies in another silo answers 404, exactly as what never existed.
TABLE: dict[str, list[Rule]] = {
    "chat": [Rule("GET", 200), Rule("POST", 302, form={"message": "Hello."})],
    "say": [Rule("GET", 405, nobody=405, staff=405), Rule("POST", 200, nobody=401, form={"message": "Hello."})],
    "now": [Rule("GET", 200), Rule("POST", 405, nobody=405, staff=405)],
    "signs": [Rule("GET", 200), Rule("POST", 405, nobody=405, staff=405)],
    "reply-state": [Rule("GET", 200), Rule("POST", 405, nobody=405, staff=405)],
    "end": [Rule("POST", 302), Rule("GET", 405, nobody=405, staff=405)],
    "conversations": [Rule("GET", 200)],
    "conversation": [Rule("GET", 200)],
    "progress": [Rule("GET", 200)],
    "again": [Rule("POST", 302), Rule("GET", 405, nobody=405, staff=405)],
    "why": [Rule("GET", 200), Rule("POST", 405, nobody=405, staff=405)],
    "search": [Rule("GET", 200), Rule("POST", 200, form={"wanted": "my medicine with food"})],
    "hand-in": [Rule("GET", 200), Rule("POST", 400, form={"title": "x"})],
    "record": [Rule("GET", 200)],
    "fact": [Rule("GET", 200), Rule("DELETE", 405, nobody=405, staff=405)],
    "correct": [Rule("GET", 200), Rule("POST", 400, form={"words": ""})],
    "withdraw": [Rule("GET", 200), Rule("POST", 302)],
    "mark": [Rule("POST", 302, form={"mark": "pin"}), Rule("GET", 405, nobody=405, staff=405)],
    "conflict": [Rule("GET", 200), Rule("POST", 302, form={"ask": "1"})],
    "held": [Rule("GET", 200), Rule("POST", 302, form={"drop": "1"})],
    "readings": [Rule("GET", 200), Rule("POST", 405, nobody=405, staff=405)],
    "readings-chart": [Rule("GET", 200), Rule("POST", 405, nobody=405, staff=405)],
    "timeline": [Rule("GET", 200), Rule("POST", 405, nobody=405, staff=405)],
    "as-of": [Rule("GET", 200), Rule("POST", 405, nobody=405, staff=405)],
    "forget": [Rule("GET", 302), Rule("POST", 302)],  # to the password first
    "looks": [Rule("GET", 200)],
    "visit": [Rule("GET", 200), Rule("POST", 405, nobody=405, staff=405)],
    "visit-pdf": [Rule("GET", 200), Rule("POST", 405, nobody=405, staff=405)],
    "take-along": [Rule("GET", 302), Rule("POST", 405, nobody=405, staff=405)],  # to the password first
    "export-json": [Rule("GET", 302), Rule("POST", 405, nobody=405, staff=405)],
    "export-fhir": [Rule("GET", 302), Rule("POST", 405, nobody=405, staff=405)],
    "erase": [Rule("GET", 302), Rule("POST", 302, form={"confirmation": "erase everything"})],
    "receipt": [Rule("GET", 404, staff=403)],
    "settings": [Rule("GET", 200), Rule("POST", 302, form={"time_zone": "Europe/Madrid"})],
    "close-account": [Rule("GET", 302), Rule("POST", 302)],
    "memory": [
        Rule("DELETE", 403, nobody=401),
        Rule("GET", 405, nobody=405, staff=405),
        Rule("POST", 405, nobody=405, staff=405),
    ],
}


@pytest.fixture(scope="module")
def cast(stack: Stack) -> Cast:
    """Alice has a record; Charlie has one of his own; the others are no patients."""
    suffix = uuid.uuid4().hex[:6]
    groups = {"bob": "clinician", "erin": "privacy staff", "admin": "administrator"}
    made = stack.accounts(**{f"{name}{suffix}": group for name, group in groups.items()})
    alice, charlie = stack.patient(), stack.patient()
    session = alice.converse("I take metformin 500 mg twice daily.")
    turn = str(uuid.uuid4())
    alice.converse("Dr. Osei said to hold the metformin and call if I vomit.", "I am allergic to penicillin.")
    alice.converse("My potassium was 4.4 mmol/L on 3 June 2026.", "My potassium was 5.3 mmol/L on 20 August 2026.")
    alice.converse("I have no allergies.", "My sister Elena takes warfarin 5 mg daily.")
    alice.say("Hello again.", turn)
    charlie.post("/", message="Hello.")
    fact = alice.get(f"/conversations/{session}/progress/").json["remembered"][0]["id"]
    record = alice.get("/record/").text
    [conflict] = set(re.findall(r"/record/conflicts/([0-9a-f-]{36})/", record))
    [held] = set(re.findall(r"/record/held/([0-9a-f-]{36})/", record))
    [reading] = set(re.findall(r"/record/readings/([0-9a-f-]{36})\.svg", alice.get("/record/readings/").text))
    others = {name: made[f"{name}{suffix}"][1] for name in groups}
    return Cast(
        alice,
        {"charlie": charlie, "nobody": Client(stack.port), **others},
        {"session": session, "turn": turn, "fact": fact, "conflict": conflict, "held": held, "reading": reading},
    )


def _address(pattern: URLPattern, ids: dict[str, str]) -> str:
    return reverse(str(pattern.name), kwargs={name: ids[name] for name in pattern.pattern.converters})


def test_the_table_names_every_address() -> None:
    assert {pattern.name for pattern in urlpatterns} == set(TABLE)


@pytest.mark.parametrize("pattern", urlpatterns, ids=lambda pattern: pattern.name)
def test_everyone_gets_what_the_table_says(cast: Cast, pattern: URLPattern) -> None:
    never = {name: str(uuid.uuid4()) for name in cast.ids}
    has_id = bool(pattern.pattern.converters)
    for rule in TABLE[str(pattern.name)]:
        for name, client in cast.others.items():
            theirs = client.ask(rule.method, _address(pattern, cast.ids), form=rule.form)
            if has_id or name in {"nobody", "bob", "erin", "admin"}:
                none = client.ask(rule.method, _address(pattern, never), form=rule.form)
                assert theirs.status == none.status
                assert _shape(theirs.text, cast.ids) == _shape(none.text, never)
            assert SECRET not in theirs.text
            wanted = {"nobody": rule.nobody, "charlie": 404 if has_id and rule.owner != 405 else rule.owner}
            assert theirs.status == wanted.get(name, rule.staff), (name, rule)
        assert cast.alice.ask(rule.method, _address(pattern, cast.ids), form=rule.form).status == rule.owner, rule


def test_nobody_is_sent_to_log_in_and_back(stack: Stack) -> None:
    answer = Client(stack.port).get("/record/")
    assert answer.headers["location"] == "/accounts/login/?next=/record/"


@pytest.mark.parametrize("path", ["/", "/say/", "/end/", "/settings/", "/record/erase/"])
def test_a_form_without_its_token_does_nothing(stack: Stack, path: str) -> None:
    client = stack.patient()
    client.get("/")
    assert client.post(path, token=False, message="Hello.", time_zone="UTC").status == 403
    assert client.turns() == []


def test_what_alice_asked_for_was_hers_alone(cast: Cast) -> None:
    assert SECRET in cast.alice.get("/record/").text
    assert SECRET not in cast.others["charlie"].get("/record/").text
    assert cast.others["charlie"].get(f"/record/facts/{cast.ids['fact']}/forget/").status == 404


def _shape(text: str, ids: dict[str, str]) -> str:
    """A page without the ids that were asked for, and without its token."""
    for id in ids.values():
        text = text.replace(id, "ID")
    return re.sub(r'value="[A-Za-z0-9]{64}"', "", text)
