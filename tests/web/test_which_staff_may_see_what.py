"""Every address of the staff's pages, walked from the URLconf, against everyone: a table of who may see what."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest
from django.urls import URLPattern, URLResolver, reverse

from advocate.admin.site import site
from tests.web.stack import Client, Stack
from tests.web.staff import OTHERS, SECRET, Clinic, clinic, decided, shape

CLINICIAN, PRIVACY, ADMINISTRATOR, STAFF = "bob", "erin", "ada", "staff"

# Whose page it is, and what it answers her; everyone else of the staff, and patients, get 403, nobody the log-in.
TABLE: dict[str, tuple[str, int]] = {
    "index": (STAFF, 302),
    "patients": (CLINICIAN, 200),
    "patient": (CLINICIAN, 200),
    "patient-fact": (CLINICIAN, 200),
    "patient-conversations": (CLINICIAN, 200),
    "patient-trace": (CLINICIAN, 200),
    "patient-hand-in": (CLINICIAN, 200),
    "patient-conversation": (CLINICIAN, 200),
    "patient-confirm": (CLINICIAN, 200),
    "patient-retract": (CLINICIAN, 200),
    "patient-conflict": (CLINICIAN, 200),
    "patient-undo": (CLINICIAN, 200),
    "patient-read-again": (CLINICIAN, 200),
    "patient-timeline": (CLINICIAN, 200),
    "patient-as-of": (CLINICIAN, 200),
    "silos": (PRIVACY, 200),
    "silo": (PRIVACY, 200),
    "erase-silo": (PRIVACY, 302),  # to the password first
    "restrict-silo": (PRIVACY, 302),
    "silo-looks": (PRIVACY, 200),
    "keep-request": (PRIVACY, 200),
    "privacy-requests": (PRIVACY, 200),
    "privacy-request": (PRIVACY, 404),  # a number of none
    "retention": (PRIVACY, 200),
    "system": (ADMINISTRATOR, 200),
    "compare-versions": (ADMINISTRATOR, 200),
    "try-version": (ADMINISTRATOR, 200),
    "memory_erasurereceipt_changelist": (PRIVACY, 200),
    "memory_erasurereceipt_add": (PRIVACY, 403),
    "memory_erasurereceipt_change": (PRIVACY, 302),  # a number of none: back to the list
    "memory_erasurereceipt_history": (PRIVACY, 302),
    "memory_erasurereceipt_delete": (PRIVACY, 403),
    "memory_user_changelist": (ADMINISTRATOR, 200),
    "memory_user_add": (ADMINISTRATOR, 200),
    "memory_user_change": (ADMINISTRATOR, 200),
    "memory_user_history": (ADMINISTRATOR, 200),
    "memory_user_delete": (ADMINISTRATOR, 403),
    "auth_user_password_change": (ADMINISTRATOR, 200),
    "memory_carerelationship_changelist": (ADMINISTRATOR, 200),
    "memory_carerelationship_add": (ADMINISTRATOR, 200),
    "memory_carerelationship_change": (ADMINISTRATOR, 200),
    "memory_carerelationship_history": (ADMINISTRATOR, 200),
    "memory_carerelationship_delete": (ADMINISTRATOR, 403),
    "advocate_agentconfiguration_changelist": (ADMINISTRATOR, 200),
    "advocate_agentconfiguration_add": (ADMINISTRATOR, 200),
    "advocate_agentconfiguration_change": (ADMINISTRATOR, 200),
    "advocate_agentconfiguration_history": (ADMINISTRATOR, 200),
    "advocate_agentconfiguration_delete": (ADMINISTRATOR, 403),
    "jsi18n": (STAFF, 200),
}


# Whose forms take something.
ASKING = {
    "patient-hand-in",
    "patient-confirm",
    "patient-retract",
    "patient-conflict",
    "patient-undo",
    "patient-read-again",
}
IDS = {"care", "fact", "session", "turn", "conflict", "decision"}


@pytest.fixture(scope="module")
def cast(stack: Stack) -> Clinic:
    """Two patients, two clinicians, privacy staff, an administrator; each patient has a conflict and a decision."""
    found = clinic(stack)
    decided(found)
    return found


def _names(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _names(pattern.url_patterns)
        elif pattern.name is not None:
            yield pattern.name


def _address(name: str, cast: Clinic, ids: dict[str, str]) -> str:
    objects = {
        "memory_user": str(cast.accounts["alice"]),
        "auth_user": str(cast.accounts["alice"]),
        "memory_carerelationship": ids["care"],
        "memory_erasurereceipt": str(uuid.UUID(int=0)),
        "advocate_agentconfiguration": "1",
    }
    model = next((model for model in objects if name.startswith(model)), "")
    if name.endswith(("_changelist", "_add")) or not model:
        kwargs = {
            "patient": {"care": ids["care"]},
            "patient-fact": {"care": ids["care"], "fact": ids["fact"]},
            "patient-conversations": {"care": ids["care"]},
            "patient-trace": {"care": ids["care"], "turn": ids["turn"]},
            "patient-hand-in": {"care": ids["care"]},
            "patient-conversation": {"care": ids["care"], "session": ids["session"]},
            "patient-confirm": {"care": ids["care"], "fact": ids["fact"]},
            "patient-retract": {"care": ids["care"], "fact": ids["fact"]},
            "patient-conflict": {"care": ids["care"], "conflict": ids["conflict"]},
            "patient-undo": {"care": ids["care"], "decision": ids["decision"]},
            "patient-read-again": {"care": ids["care"], "session": ids["session"]},
            "patient-timeline": {"care": ids["care"]},
            "patient-as-of": {"care": ids["care"]},
            "silo": {"digest": ids["digest"]},
            "erase-silo": {"digest": ids["digest"]},
            "restrict-silo": {"digest": ids["digest"]},
            "silo-looks": {"digest": ids["digest"]},
            "keep-request": {"digest": ids["digest"]},
            "privacy-request": {"id": str(uuid.UUID(int=0))},
        }.get(name, {})
        return reverse(f"admin:{name}", kwargs=kwargs)
    return reverse(f"admin:{name}", args=[objects[model]])


def test_the_table_names_every_address() -> None:
    assert set(_names(site.urls[0])) == set(TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_everyone_gets_what_the_table_says(cast: Clinic, stack: Stack, name: str) -> None:
    role, status = TABLE[name]
    address = _address(name, cast, cast.ids)
    for who, client in [*cast.people.items(), ("nobody", Client(stack.port))]:
        answer = client.get(address)
        if who == "nobody":
            assert answer.where == "/accounts/login/", (who, answer.status)
        elif who in {"alice", "charlie"} or (role != STAFF and who not in {role, "dana"}):
            assert answer.status == 403, who
        elif who == "dana" and role == CLINICIAN:
            assert answer.status == (200 if name == "patients" else 404)
        elif role in {STAFF, who}:
            assert answer.status == status, who
        if who != CLINICIAN:
            assert SECRET not in answer.text


@pytest.mark.parametrize("name", [name for name in TABLE if name.startswith("patient") and name != "patients"])
def test_charlie_s_ids_answer_bob_like_ids_that_never_existed(cast: Clinic, name: str) -> None:
    never = {**cast.ids, **{key: str(uuid.uuid4()) for key in IDS}}
    bob = cast.people["bob"]
    for part in IDS:
        asked = {**cast.ids, part: cast.theirs[part]}
        if _address(name, cast, asked) == _address(name, cast, cast.ids):
            continue
        theirs = bob.get(_address(name, cast, asked))
        none = bob.get(_address(name, cast, {**cast.ids, part: never[part]}))
        assert (theirs.status, none.status) == (404, 404)
        assert shape(theirs.text, asked) == shape(none.text, {**cast.ids, part: never[part]})
        if name in ASKING:
            forms = [bob.post(_address(name, cast, {**cast.ids, part: ids[part]})) for ids in (cast.theirs, never)]
            assert [form.status for form in forms] == [404, 404]


def test_bob_cannot_learn_that_charlie_exists(cast: Clinic) -> None:
    bob = cast.people["bob"]
    pages = [
        bob.get("/admin/patients/").text,
        bob.get(f"/admin/patients/?q={cast.emails['charlie']}").text.replace(cast.emails["charlie"], ""),
        bob.get("/admin/patients/?q=charlie").text.replace('value="charlie"', ""),
        bob.get("/admin/patients/?page=2").text,
        *(bob.get(_address(name, cast, cast.ids)).text for name in TABLE if name.startswith("patient")),
    ]
    for page in pages:
        assert "charlie" not in page
        assert OTHERS not in page
        assert not any(id in page for id in cast.theirs.values())


@pytest.mark.parametrize(
    "path", ["r/1/1/", "autocomplete/", "login/", "memory/", "memory/fact/", "memory/record/", "auth/group/"]
)
def test_what_django_would_offer_beside_is_not_there(cast: Clinic, path: str) -> None:
    for who in ("bob", "erin", "ada"):
        assert cast.people[who].get(f"/admin/{path}").status == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_a_clinician_s_pages_take_nothing_but_what_they_ask_for(cast: Clinic, method: str) -> None:
    for name in TABLE:
        if TABLE[name][0] == CLINICIAN and (name not in ASKING or method != "POST"):
            assert cast.people["bob"].ask(method, _address(name, cast, cast.ids), form={}).status == 405


def test_each_look_of_bob_s_is_in_alice_s_access_log_and_in_nobody_else_s(cast: Clinic) -> None:
    look, bob, alice = "opened the record as a clinician", cast.people["bob"], cast.people["alice"]
    theirs = cast.people["charlie"].get("/record/looks/").text.count(look)
    bob.get(_address("patient-fact", cast, cast.ids))
    assert f"{look} (read a fact)" in alice.get("/record/looks/").text
    mine = alice.get("/record/looks/").text.count(look)
    cast.people["dana"].get(_address("patient", cast, cast.ids))
    bob.get("/admin/patients/")
    assert alice.get("/record/looks/").text.count(look) == mine, "a refusal and a list of names are no looks"
    assert cast.people["charlie"].get("/record/looks/").text.count(look) == theirs


def test_a_relationship_that_ended_opens_nothing(stack: Stack, cast: Clinic) -> None:
    path = _address("memory_carerelationship_change", cast, cast.theirs)
    assert cast.people["dana"].get(_address("patient", cast, cast.theirs)).status == 200
    assert cast.people["ada"].post(path, ended="2026-01-02T09:00").status == 302
    assert cast.people["dana"].get(_address("patient", cast, cast.theirs)).status == 404
    assert "Nobody is in your care" in cast.people["dana"].get("/admin/patients/").text
