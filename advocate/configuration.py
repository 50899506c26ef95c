"""Agents as files: who an agent is, how it speaks, what it never does, what it keeps.

Each file of `advocate/agents/` is one agent. `agents()` reads them all; the table that a running process
reads is filled from them by `advocate.registry`. Nothing here knows Django, a record or a vendor.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, field_validator

from memory.vocabulary import Tag

FOLDER = Path(__file__).parent / "agents"

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Texts = Annotated[tuple[Text, ...], Field(min_length=1)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", max_length=60)]
Country = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]

_ADVICE = {
    "missing": "add it",
    "extra_forbidden": "remove it or correct its spelling",
    "string_pattern_mismatch": "write names in lower case with hyphens, countries as two capital letters",
    "enum": "use one of the tags of memory.vocabulary.Tag",
    "too_short": "give at least one",
    "string_too_short": "give it some text",
}


class AgentConfigurationError(Exception):
    """An agent cannot be used as it is written; the message names the file, the field and what to do."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)


class Emergency(_Part):
    """What the first sentence of a reply says in an emergency, by ISO country, with one that holds anywhere."""

    default: Text
    countries: dict[Country, Text] = {}

    def sentence(self, country: str = "") -> str:
        """Return the whole sentence for a country ("US"), or the one that holds anywhere."""
        return self.countries.get(country.upper(), self.default)


class ExtractionRules(_Part):
    """What an engine is told to keep and to leave, in plain sentences."""

    never_keep: Texts
    always_keep: Texts


class Ranking(_Part):
    """What weighs in the order of what is recalled, beside how well it answers; nothing, unless it is switched on.

    `importance` (0 to 1) is the share by which the most important facts gain and the least important lose;
    `half_life_days` is when a reading, an event or what is past weighs half (None: age does not count). What holds does
    not fade, and neither ever keeps what is pinned from being placed.
    """

    importance: float = Field(default=0.0, ge=0.0, le=1.0, strict=True, allow_inf_nan=False)
    half_life_days: Annotated[int, Field(ge=7, le=36_500, strict=True)] | None = None


class Agent(_Part):
    """One agent in one version.

    `idle_minutes` closes a conversation left alone; `transcript_days` is how long its wording is kept (None: until
    erased); `pinned_tags` are placed in every prompt; the limits bound what one prompt may hold.
    """

    name: Name
    version: int = Field(ge=1, strict=True)
    title: Text
    idle_minutes: int = Field(default=30, ge=1, le=24 * 60, strict=True)
    transcript_days: Annotated[int, Field(ge=1, strict=True)] | None = None
    persona: Text
    doctrine: Texts
    voice: Texts
    boundaries: Texts
    emergency: Emergency
    memory_extraction_rules: ExtractionRules
    pinned_tags: tuple[Tag, ...] = (Tag.ALLERGY, Tag.CONTACT)
    placed_limit: int = Field(default=16, ge=1, le=200, strict=True)
    quotations_limit: int = Field(default=4, ge=0, le=50, strict=True)
    ranking: Ranking = Ranking()

    @field_validator("pinned_tags")
    @classmethod
    def _no_tag_twice(cls, tags: tuple[Tag, ...]) -> tuple[Tag, ...]:
        if len(set(tags)) != len(tags):
            raise ValueError("a tag stands twice; name each once")
        return tags


def load_agent(path: Path) -> Agent:
    """Return the agent that a YAML file describes. Raises AgentConfigurationError."""
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise AgentConfigurationError(
            f"{path.name}: cannot be read ({error.strerror}); check that it exists"
        ) from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise AgentConfigurationError(f"{path.name}: not YAML in UTF-8; correct this: {error}") from error
    agent = parse_agent(content, path.name)
    if agent.name != path.stem:
        raise AgentConfigurationError(f"{path.name}: field 'name' is {agent.name!r}; give file and agent the same name")
    return agent


def parse_agent(content: object, where: str) -> Agent:
    """Return the agent of a mapping as read from YAML or from the table; `where` names it in an error."""
    if not isinstance(content, dict):
        raise AgentConfigurationError(f"{where}: expected fields and their values; see patient-advocate.yaml")
    try:
        return Agent.model_validate(content)
    except ValidationError as error:
        raise AgentConfigurationError(_explain(where, error)) from error


def agents(folder: Path = FOLDER) -> dict[str, Agent]:
    """Return every agent of the folder by name. Raises AgentConfigurationError, also where there is none."""
    found = [load_agent(path) for path in sorted(folder.glob("*.yaml"))]
    if not found:
        raise AgentConfigurationError(f"{folder}: holds no agent; add at least one .yaml file")
    return {agent.name: agent for agent in found}


def system_instruction(agent: Agent) -> str:
    """Return the standing instruction of an engine: persona, doctrine, voice, boundaries; never any record."""
    parts = [
        agent.persona,
        _listed("How you work", agent.doctrine),
        _listed("How you speak", agent.voice),
        _listed("What you never leave", agent.boundaries),
        f"The first sentence in an emergency: {agent.emergency.default}",
    ]
    return "\n\n".join(parts)


def _listed(heading: str, sentences: tuple[str, ...]) -> str:
    return "\n".join([f"{heading}:", *(f"- {' '.join(sentence.split())}" for sentence in sentences)])


def _explain(where: str, error: ValidationError) -> str:
    problems = [_problem(dict(detail)) for detail in error.errors(include_url=False, include_input=False)]
    return f"{where}: " + "; ".join(problems)


def _problem(detail: dict[str, Any]) -> str:
    field = ".".join(str(part) for part in detail["loc"])
    reason = str(detail["msg"]).removeprefix("Value error, ")
    advice = _ADVICE.get(detail["type"])
    return f"field '{field}': {reason}" + (f" ({advice})" if advice else "")
