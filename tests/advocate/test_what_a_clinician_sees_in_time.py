"""A clinician sees what changed since her last look, the record as it was, and what differs between two days."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

import pytest
from django.test import Client

from memory.acts import clinician
from memory.care import patients
from memory.door import Actor
from memory.drafts import Act
from memory.models import User
from tests.memory.acting import a_doctor, fact_called, hers, play, told_on
from tests.memory.ledger_cases import lab, med, on, says
from tests.memory.rows import superuser

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
_50 = on("2026-10-01", says(med("metoprolol 50 mg", act=Act.CHANGE, on="2026-09-28", phrase="September 28")))


@dataclass
class Doctor:
    """A clinician at her patient's record."""

    account: int
    here: str
    client: Client

    def read(self, path: str = "", status: int = 200) -> str:
        """The words of a page; what is struck out stands in ~…~, what is new in +…+."""
        answer = self.client.get(f"{self.here}{path}")
        assert answer.status_code == status
        return _words(answer.content.decode())

    def news(self) -> str:
        """What changed since her last look."""
        [found] = re.findall(
            r'<section class="changed".*?</section>', self.client.get(self.here).content.decode(), re.S
        )
        return _words(found)


def _words(html: str) -> str:
    marked = re.sub(r"</?del>", "~", re.sub(r"</?ins>", "+", html))
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", marked)).split())


def _doctor(key: str) -> Doctor:
    account = a_doctor(key)
    [patient] = patients(account, by=Actor(f"account {account}", "admin"))
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(User.objects.get(pk=account), backend=BACKEND)
    return Doctor(account, f"/admin/patients/{patient.care}/", client)


@pytest.fixture
def told(committed: None, alice: str) -> str:
    """On 1 September: 25 mg and a creatinine."""
    told_on(alice, "2026-09-01", on("2026-09-01", says(med("metoprolol 25 mg"), lab("creatinine 1.4 mg/dL"))))
    return alice


def test_what_changed_since_her_last_look_is_told_as_long_as_the_visit_lasts(told: str) -> None:
    bob = _doctor(told)
    assert "for the first time" in bob.news()
    _let_pass(told, minutes=45)
    assert "Nothing has changed since" in bob.news()
    play(told, _50)
    for _ in range(2):
        news = bob.news()
        assert "Replaced Before: metoprolol ~25~ mg" in news
        assert "Now: metoprolol +50+ mg" in news
        assert "creatinine" not in news
        assert " New " not in news, "what replaced something is told once"
    carol = _doctor(told)
    assert "for the first time" in carol.news(), "each clinician has her own last look"
    into = hers(bob.account, told, "retract a fact")
    clinician.retract(fact_called(told, "metoprolol 50 mg"), reason="another's chart", into=into)
    news = bob.news()
    assert "Retracted metoprolol 50 mg" in news
    assert "Stands again" not in news, "it stood at her last look, and it stands"
    assert "another's chart" in news


def test_the_record_is_shown_as_it_was_and_two_days_are_compared(told: str) -> None:
    told_on(told, "2026-10-01", _50)
    bob = _doctor(told)
    written = bob.read("on/?day=2026-09-29&other=2026-10-02&by=recorded")
    assert "Replaced Before: metoprolol ~25~ mg" in written
    assert "Now: metoprolol +50+ mg" in written
    assert "metoprolol 25 mg" in written.split("The record on 29 September 2026")[1]
    true = bob.read("on/?day=2026-09-29&other=2026-10-02&by=valid")
    assert "Nothing." in true, "it was 50 mg since the 28th, as is known now"
    assert "metoprolol 50 mg" in true.split("The record on 29 September 2026")[1]
    assert "Nothing stood in the record" in bob.read("on/?day=2026-08-01&by=recorded")
    assert "What is different on" in bob.read("on/?day=2026-08-01&by=recorded"), "with today, where no day is given"
    assert "Give the earlier day first" in bob.read("on/?day=2026-09-02&other=2026-09-01&by=valid", 400)
    assert "has not come yet" in bob.read("on/?day=2026-09-02&other=9999-09-01&by=valid", 400)
    assert "valid date" in bob.read("on/?day=soon&by=valid", 400)


def test_the_timeline_tells_all_of_it_or_one_kind(told: str) -> None:
    told_on(told, "2026-10-01", _50)
    bob = _doctor(told)
    whole = bob.read("timeline/")
    places = [
        whole.index(words)
        for words in ("October 2026 Conversation", "September 2026 metoprolol 50 mg", "metoprolol 25 mg")
    ]
    assert places == sorted(places)
    assert whole.count("Conversation of") == 2
    assert "replaced: it was so then" in whole
    labs = bob.read("timeline/?kind=lab&page=7")
    assert ("creatinine" in labs, "metoprolol" in labs) == (True, False)


def _let_pass(key: str, *, minutes: int) -> None:
    with superuser() as server:
        server.execute(
            "UPDATE memory_access_log SET at = at - make_interval(mins => %s) WHERE user_key = %s", [minutes, key]
        )
