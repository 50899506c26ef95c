"""The same story on the Gemini engine: the real SDK over HTTP, the stand-in on the other side."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.gemini_brain import by_rules
from tests.gemini_server import EMBED, GENERATE, STREAM, GeminiServer, gemini
from tests.installation import Conversation, Installation, installed
from tests.test_the_story import (  # noqa: F401 - the same steps, told to another engine
    october,
    record,
    september,
    test_a_change_supersedes_and_touches_nothing_else,
    test_a_contradiction_comes_back_as_a_named_conflict_and_a_question,
    test_an_oblique_question_finds_the_drug_with_dose_date_and_source,
    test_another_user_with_the_same_words_gets_nothing,
    test_erase_everything_leaves_nothing_but_a_receipt,
    test_september_is_spoken_as_history_and_a_blood_type_never_said_is_admitted,
    test_the_change_is_acknowledged_with_what_it_replaces,
    test_the_superseded_event_names_both_rows,
    test_three_facts_stand_in_the_table_dated_and_sourced,
)

pytestmark = pytest.mark.timeout(300)  # three conversations in a test, each by several processes


@pytest.fixture(scope="module")
def model() -> Iterator[GeminiServer]:
    """The stand-in, playing a good model."""
    with gemini(by_rules) as server:
        yield server


@pytest.fixture(scope="module")
def home(model: GeminiServer) -> Iterator[Installation]:
    """An installation with a key, whose address of the service is the stand-in's."""
    with installed() as installation:
        yield replace(installation, environment={**installation.environment, **model.environment})


def test_it_was_the_model_that_spoke_drafted_and_embedded(
    home: Installation,
    model: GeminiServer,
    october: Conversation,  # noqa: F811
) -> None:
    assert [len(model.of(verb)) > 0 for verb in (STREAM, GENERATE, EMBED)] == [True, True, True]
    contents = [content for request in model.of(STREAM) for content in request.body["contents"]]
    assert any("functionResponse" in part for content in contents for part in content["parts"]), "it looked things up"
    assert all("patient-advocate/" not in request.raw for request in model.requests), "no key of a silo went out"


def test_a_store_moves_from_one_engine_to_the_other_and_back(
    home: Installation,
    model: GeminiServer,
    october: Conversation,  # noqa: F811
) -> None:
    local = replace(home, environment={**home.environment, "ENGINE": "advocate.engines.local.engine.LocalEngine"})
    for installation, name in ((local, "multilingual-e5-small"), (home, "gemini-embedding-001")):
        (told,) = map(json.loads, installation.run("memory", "reembed", "--json").stdout.splitlines())
        assert (told["model"], told["facts"] >= len(home.facts())) == (name, True)
        again = installation.converse("Has anything changed with my heart medicine?", day="2026-12-01")
        assert "metoprolol" in again.replies[0]
        assert again.state in {"done", "nothing found"}
