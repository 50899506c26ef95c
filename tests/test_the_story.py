"""The story that must always work, in the terminal, through the real worker and broker."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.installation import Conversation, Event, Installation, installed


@pytest.fixture(scope="module")
def home() -> Iterator[Installation]:
    """One installation for the whole story; its steps build on each other."""
    with installed() as installation:
        yield installation


@pytest.fixture(scope="module")
def september(home: Installation) -> Conversation:
    """Step 1: told in ordinary words."""
    return home.converse(
        "I take metoprolol tartrate 25 mg twice daily.",
        "My creatinine was 1.4 mg/dL yesterday.",
        "Dr. Osei said to hold the dose and call if my pulse is under 55.",
        day="2026-09-01",
    )


@pytest.fixture(scope="module")
def october(home: Installation, september: Conversation) -> Conversation:
    """Steps 2 and 3: an oblique question, then a change."""
    return home.converse(
        "Has anything changed with my heart medicine?",
        "Dr. Osei put it up to 50 mg on the 28th.",
        day="2026-10-01",
    )


@pytest.fixture(scope="module")
def record(home: Installation, october: Conversation) -> list[Event]:
    """The record after both conversations."""
    return [row for row in home.facts() if row["tag"] != "EPISODE"]


def _row(rows: list[Event], *words: str) -> Event:
    found = [row for row in rows if all(word in row["fact"] for word in words)]
    assert len(found) == 1, [row["line"] for row in rows]
    return found[0]


def test_three_facts_stand_in_the_table_dated_and_sourced(september: Conversation) -> None:
    rows = [row for row in september.of("record") if row["tag"] != "EPISODE"]
    assert september.state == "done"
    assert len(rows) == 3
    dose, creatinine, hold = _row(rows, "25 mg"), _row(rows, "creatinine"), _row(rows, "hold")
    assert (dose["tag"], dose["fact_date"], dose["source"]) == ("MEDICATION", "2026-09-01", "patient")
    assert dose["fact"] == "metoprolol tartrate 25 mg twice daily"
    assert (creatinine["tag"], creatinine["fact_date"]) == ("LAB", "2026-08-31")
    assert "1.4 mg/dL" in creatinine["fact"]
    assert hold["tag"] == "DIRECTIVE"
    assert "Osei" in hold["source"]
    assert "55" in hold["fact"]


def test_an_oblique_question_finds_the_drug_with_dose_date_and_source(october: Conversation) -> None:
    answer = october.replies[0]
    assert "metoprolol" in answer
    assert "25 mg" in answer
    assert "2026-09-01" in answer or "1 September 2026" in answer
    assert "you" in answer.lower()
    assert october.of("reply")[0]["cited"]
    assert october.of("reply")[0]["withheld"] == []


def test_the_change_is_acknowledged_with_what_it_replaces(october: Conversation) -> None:
    answer = october.replies[1]
    assert "25 mg" in answer
    assert "50 mg" in answer
    assert "Osei" in answer
    assert october.of("reply")[1]["withheld"] == []


def test_a_change_supersedes_and_touches_nothing_else(record: list[Event]) -> None:
    old, new = _row(record, "25 mg"), _row(record, "50 mg")
    assert old["status"] == "superseded"
    assert old["superseded_by"] == new["id"]
    assert (new["status"], new["fact_date"]) == ("active", "2026-09-28")
    assert "Osei" in new["source"]
    assert _row(record, "hold")["status"] == "active"
    assert _row(record, "creatinine")["status"] == "active"
    assert len(record) == 4


def test_the_superseded_event_names_both_rows(october: Conversation, record: list[Event]) -> None:
    pairs = [(event["old"], event["new"]) for event in october.of("superseded")]
    assert pairs == [(_row(record, "25 mg")["id"], _row(record, "50 mg")["id"])]


def test_september_is_spoken_as_history_and_a_blood_type_never_said_is_admitted(
    home: Installation, record: list[Event]
) -> None:
    november = home.converse("What was I taking in September?", "What is my blood type?", day="2026-11-01")
    history, silence = november.replies
    assert "25 mg" in history
    assert "50 mg" in history, "a superseded value comes with its successor"
    assert "blood type" in silence
    assert "nothing" in silence
    assert silence.rstrip().endswith("?")
    assert not any(char.isdigit() for char in silence)


def test_a_contradiction_comes_back_as_a_named_conflict_and_a_question(home: Installation) -> None:
    home.converse("I am allergic to penicillin.", day="2026-09-01", user="ann")
    denial = home.converse("I have no allergies.", day="2026-10-01", user="ann")
    assert "penicillin" in denial.replies[0]
    assert "?" in denial.replies[0]
    assert len(denial.of("conflict")) == 1
    later = home.converse("Am I allergic to anything?", day="2026-11-01", user="ann")
    assert "penicillin" in later.replies[0]
    assert "no allergies" in later.replies[0]
    assert "?" in later.replies[0]
    contested = [row["contested"] for row in home.facts("ann") if row["tag"] == "ALLERGY"]
    assert contested == [True, True]


def test_the_first_screen_of_the_readme_holds_on_one_day(home: Installation) -> None:
    home.converse("I take metoprolol tartrate 25 mg twice daily.", day="2026-09-01", user="reader")
    told = home.converse(
        "Has anything changed with my heart medicine?",
        "Dr. Osei put it up to 50 mg today.",
        day="2026-09-01",
        user="reader",
    )
    assert len(told.of("superseded")) == 1
    assert told.of("conflict") == []


def test_another_user_with_the_same_words_gets_nothing(home: Installation, october: Conversation) -> None:
    other = home.converse("Has anything changed with my heart medicine?", day="2026-10-01", user="charlie")
    assert "metoprolol" not in other.replies[0]
    assert "nothing" in other.replies[0]
    assert other.of("reply")[0]["placed"] == []
    assert other.of("record") == [] or all(row["tag"] == "EPISODE" for row in other.of("record"))


def test_erase_everything_leaves_nothing_but_a_receipt(home: Installation, october: Conversation) -> None:
    told = home.converse("I take warfarin 5 mg daily.", day="2026-09-01", user="dora")
    assert told.of("record")
    silo = "patient-advocate/dora"
    assert "warfarin" not in home.run("memory", "delete", "--silo", silo, "--all", "--yes", "--json").stdout
    home.run("memory", "verify-erased", "--silo", silo)
    assert home.run("memory", "list", "--silo", silo, "--json", check=False).stdout == ""
    refused = home.run("advocate", "--user", "dora", words="hello\n", check=False)
    assert refused.returncode != 0
    assert "never used again" in refused.stderr
