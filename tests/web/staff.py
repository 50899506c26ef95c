"""Staff over HTTP: a clinic with two patients, two clinicians, privacy staff and an administrator."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass

from tests.web.stack import Client, Stack

SECRET = "metformin"  # what only Alice said
OTHERS = "warfarin"  # what only Charlie said


@dataclass(frozen=True)
class Clinic:
    """Who is there. Bob cares for Alice, Dana for Charlie; `ids` are Alice's, `theirs` Charlie's."""

    people: dict[str, Client]
    emails: dict[str, str]
    accounts: dict[str, int]
    ids: dict[str, str]
    theirs: dict[str, str]


def clinic(stack: Stack) -> Clinic:
    """Set one up as it is in life: conversations by the patients, relationships by the administrator."""
    end = uuid.uuid4().hex[:6]
    roles = {
        "alice": "patient",
        "charlie": "patient",
        "bob": "clinician",
        "dana": "clinician",
        "erin": "privacy staff",
        "ada": "administrator",
    }
    made = stack.accounts(**{f"{name}{end}": role for name, role in roles.items()})
    people = {name: made[f"{name}{end}"][1] for name in roles}
    accounts = {name: made[f"{name}{end}"][0] for name in roles}
    emails = {name: f"{name}{end}@example.org" for name in roles}
    ids: dict[str, str] = {}
    theirs: dict[str, str] = {}
    for name, said, kept in (("alice", SECRET, ids), ("charlie", OTHERS, theirs)):
        turn = str(uuid.uuid4())
        people[name].say(f"Hello, this is about {said}.", turn)
        session = people[name].converse(f"I take {said} 5 mg twice daily.")
        fact = people[name].get(f"/conversations/{session}/progress/").json["remembered"][0]["id"]
        kept.update(session=session, fact=fact, turn=turn)
    for name, doctor, kept in (("alice", "bob", ids), ("charlie", "dana", theirs)):
        begin_care(people["ada"], emails[name], accounts[doctor])
        kept["care"] = only_care(people[doctor])
        kept["digest"] = digest_of(people["erin"], emails[name])
    return Clinic(people, emails, accounts, ids, theirs)


def decided(found: Clinic) -> None:
    """Let each patient contradict herself, and her clinician confirm a fact; the ids go to the others."""
    for name, doctor, kept in (("alice", "bob", found.ids), ("charlie", "dana", found.theirs)):
        found.people[name].converse("I am allergic to penicillin.")
        found.people[name].converse("I have no allergies.")
        here, clinician = f"/admin/patients/{kept['care']}/", found.people[doctor]
        kept["conflict"] = only(clinician, here, "conflicts")
        assert clinician.post(f"{here}facts/{kept['fact']}/confirm/").status == 302
        kept["decision"] = only(clinician, f"{here}facts/{kept['fact']}/", "decisions")


def only(client: Client, path: str, what: str) -> str:
    """The one id of this sort to which a page leads."""
    found: str
    [found] = set(re.findall(rf"/{what}/([0-9a-f-]{{36}})/", client.get(path).text))
    return found


def begin_care(administrator: Client, email: str, clinician: int) -> None:
    """Begin a care relationship in the admin."""
    path, began = "/admin/memory/carerelationship/add/", "2026-01-01T09:00"
    answer = administrator.post(path, patient=email, clinician=str(clinician), began=began, ended="")
    assert answer.status == 302, re.findall(r"errorlist[^>]*>(.*?)</ul>", answer.text)


def only_care(clinician: Client) -> str:
    """The one relationship of a clinician, from her list of patients."""
    found: str
    [found] = set(re.findall(r"/admin/patients/([0-9a-f-]{36})/", clinician.get("/admin/patients/").text))
    return found


def digest_of(privacy: Client, email: str) -> str:
    """The digest of the record that an account opens, as privacy staff find it."""
    found: str
    [found] = set(re.findall(r"/admin/silos/([0-9a-f]{64})/", privacy.get(f"/admin/silos/?q={email}").text))
    return found


def shape(text: str, ids: dict[str, str]) -> str:
    """A page without the ids that were asked for, and without its token."""
    for id in ids.values():
        text = text.replace(id, "ID")
    return re.sub(r'value="[A-Za-z0-9]{64}"', "", text)
