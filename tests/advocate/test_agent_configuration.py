"""An agent is a file: read strictly, published once a version, spoken to the engine without any record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.db import ProgrammingError

from advocate import registry
from advocate.configuration import (
    FOLDER,
    Agent,
    AgentConfigurationError,
    agents,
    load_agent,
    parse_agent,
    system_instruction,
)
from memory.vocabulary import Tag

ADVOCATE = FOLDER / "patient-advocate.yaml"


@pytest.fixture
def content() -> dict[str, Any]:
    """The patient advocate's file as a mapping, to be broken."""
    content: dict[str, Any] = yaml.safe_load(ADVOCATE.read_text(encoding="utf-8"))
    return content


def test_every_file_of_the_project_is_an_agent() -> None:
    assert set(agents()) == {path.stem for path in FOLDER.glob("*.yaml")}
    assert isinstance(agents()["patient-advocate"], Agent)


def test_defaults_stand_where_the_file_is_silent(content: dict[str, Any]) -> None:
    for field in ("idle_minutes", "transcript_days", "pinned_tags", "placed_limit", "quotations_limit"):
        content.pop(field)
    agent = parse_agent(content, "x.yaml")
    assert (agent.idle_minutes, agent.transcript_days) == (30, None)
    assert agent.pinned_tags == (Tag.ALLERGY, Tag.CONTACT)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("voise", ["short"]),
        ("version", 0),
        ("version", "2"),
        ("name", "Patient Advocate"),
        ("idle_minutes", 0),
        ("transcript_days", -1),
        ("doctrine", []),
        ("persona", "   "),
        ("pinned_tags", ["ALERGY"]),
        ("pinned_tags", ["ALLERGY", "ALLERGY"]),
        ("emergency", {"countries": {"US": "Call 911."}}),
        ("emergency", {"default": "Call.", "countries": {"usa": "Call 911."}}),
        ("memory_extraction_rules", {"never_keep": ["greetings"]}),
    ],
)
def test_a_bad_value_names_file_and_field(content: dict[str, Any], field: str, value: object) -> None:
    with pytest.raises(AgentConfigurationError, match=rf"^x\.yaml: .*field '{field}"):
        parse_agent({**content, field: value}, "x.yaml")


@pytest.mark.parametrize("field", ["name", "version", "persona", "doctrine", "boundaries", "emergency"])
def test_a_missing_part_is_asked_for(content: dict[str, Any], field: str) -> None:
    del content[field]
    with pytest.raises(AgentConfigurationError, match=rf"field '{field}': Field required \(add it\)"):
        parse_agent(content, "x.yaml")


@pytest.mark.parametrize("text", ["[1, 2]", "just words", "", "a: [", "name: 'x\n"])
def test_a_file_that_is_no_mapping_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(AgentConfigurationError, match=r"^odd\.yaml: "):
        load_agent(path)


def test_a_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(AgentConfigurationError, match=r"^gone\.yaml: cannot be read"):
        load_agent(tmp_path / "gone.yaml")


def test_file_and_agent_share_a_name(tmp_path: Path) -> None:
    path = tmp_path / "other.yaml"
    path.write_text(ADVOCATE.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(AgentConfigurationError, match=r"^other\.yaml: field 'name'"):
        load_agent(path)


def test_a_folder_without_agents_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(AgentConfigurationError, match="holds no agent"):
        agents(tmp_path)


def test_an_agent_is_frozen() -> None:
    with pytest.raises(ValueError, match="frozen"):
        agents()["patient-advocate"].title = "other"


def test_what_is_stored_reads_back_the_same() -> None:
    agent = agents()["patient-advocate"]
    assert parse_agent(agent.model_dump(mode="json"), "row") == agent


def test_the_instruction_holds_every_sentence_and_no_rule_of_distilling() -> None:
    agent = agents()["patient-advocate"]
    instruction = " ".join(system_instruction(agent).split())
    for sentence in (*agent.doctrine, *agent.voice, *agent.boundaries, agent.emergency.default):
        assert " ".join(sentence.split()) in instruction
    assert agent.memory_extraction_rules.never_keep[0] not in instruction


@pytest.mark.django_db(databases=["default", "owner"])
class TestPublishing:
    """The owner publishes each version once, never other content under the same number; the run-time log-in reads."""

    @pytest.fixture
    def first(self) -> Agent:
        """An agent that no file describes."""
        return agents()["patient-advocate"].model_copy(update={"name": "test-advocate"})

    @pytest.fixture(autouse=True)
    def _nothing_remembered(self) -> Iterator[None]:
        yield
        registry.numbered.cache_clear()

    def test_migrating_published_every_file(self) -> None:
        assert {name: registry.agent(name) for name in agents()} == agents()

    def test_publishing_twice_adds_once(self, first: Agent) -> None:
        assert registry.publish("owner", [first]) == [first]
        assert registry.publish("owner", [first]) == []
        assert registry.agent("test-advocate", using="owner") == first

    def test_changed_content_asks_for_a_new_version(self, first: Agent) -> None:
        registry.publish("owner", [first])
        with pytest.raises(AgentConfigurationError, match="raise 'version' to 2"):
            registry.publish("owner", [first.model_copy(update={"title": "Another"})])
        assert registry.agent("test-advocate", using="owner") == first

    def test_the_newest_is_read_unless_one_is_named(self, first: Agent) -> None:
        second = first.model_copy(update={"version": 2, "title": "Second"})
        registry.publish("owner", [first, second])
        assert registry.agent("test-advocate", using="owner") == second
        assert registry.agent("test-advocate", 1, using="owner") == first

    def test_what_is_published_is_seen_although_it_was_read_before(self, first: Agent) -> None:
        registry.publish("owner", [first])
        registry.agent("test-advocate", using="owner")
        second = first.model_copy(update={"version": 2})
        registry.publish("owner", [second])
        assert registry.agent("test-advocate", using="owner") == second

    def test_an_unknown_agent_is_an_error(self) -> None:
        with pytest.raises(AgentConfigurationError, match="no agent nobody"):
            registry.agent("nobody")

    def test_the_run_time_log_in_publishes_nothing(self, first: Agent) -> None:
        with pytest.raises(ProgrammingError, match="permission denied"):
            registry.publish("default", [first])
