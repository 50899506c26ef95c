"""Drafts name the row that they are about; a long conversation goes in pieces that overlap; an episode is one."""

from __future__ import annotations

import json
from dataclasses import replace
from uuid import UUID

import pytest

from advocate import registry
from advocate.configuration import agents
from advocate.engines.gemini import conversation
from advocate.engines.gemini.conversation import pieces
from advocate.engines.gemini.engine import GeminiEngine
from memory.dates import PartialDate
from memory.door import Actor, registrar
from memory.drafts import Act, Draft, Known, Transcript, Value
from memory.vocabulary import Tag
from tests.advocate.gemini.holding import DAY, noted, transcript_of
from tests.gemini_answers import Json, drafts
from tests.gemini_server import GENERATE, GeminiServer

METOPROLOL = Known(
    UUID(int=1), Tag.MEDICATION, "metoprolol 25 mg", "metoprolol", "medication:metoprolol", "patient",
    Value("25", "mg"), PartialDate(DAY.date()), ("metoprolol",),
)  # fmt: skip
LISINOPRIL = replace(
    METOPROLOL, id=UUID(int=2), text="lisinopril 10 mg", attribute="lisinopril", memory_key="medication:lisinopril"
)
HOLD = replace(
    METOPROLOL, id=UUID(int=3), tag=Tag.DIRECTIVE, text="hold the dose under 55", memory_key="directive:metoprolol.hold"
)
CREATININE = replace(
    METOPROLOL, id=UUID(int=4), tag=Tag.LAB, text="creatinine 1.4 mg/dL", attribute="creatinine", memory_key=None,
    value=Value("1.4", "mg/dL"),
)  # fmt: skip
RECORD = (METOPROLOL, LISINOPRIL, HOLD, CREATININE)


def _drafted(engine: GeminiEngine, model: GeminiServer, transcript: Transcript, *facts: Json) -> list[Draft]:
    model.script(GENERATE, drafts(*facts))
    return engine.distil(transcript)


def _with_record(*texts: str) -> Transcript:
    return replace(transcript_of(*texts), known=RECORD)


def test_rows_go_out_under_short_ids_and_come_back_as_their_address(engine: GeminiEngine, model: GeminiServer) -> None:
    words = "He put it up to 50 mg"
    change = noted(words, text="metoprolol 50 mg", value="50", act="change", replaces_fact="f1", about="it", entity="")
    (draft,) = _drafted(engine, model, _with_record(words), change)
    assert (draft.act, draft.memory_key, draft.attribute) == (Act.CHANGE, "medication:metoprolol", "metoprolol")
    rows = json.loads(model.of(GENERATE)[0].parts[0].partition("\n")[2])["rows"]
    assert [(row["id"], row["text"]) for row in rows][:2] == [("f1", "metoprolol 25 mg"), ("f2", "lisinopril 10 mg")]


@pytest.mark.parametrize(
    ("target", "address"),
    [
        ("f1", "medication:metoprolol"),
        ("f2", "medication:metoprolol"),  # of another drug: what the words name decides
        ("f3", "medication:metoprolol"),  # of another kind
        ("f99", "medication:metoprolol"),
        ("", "medication:metoprolol"),
    ],
)
def test_no_row_of_another_thing_is_replaced(
    target: str, address: str, engine: GeminiEngine, model: GeminiServer
) -> None:
    words = "My metoprolol is 50 mg now"
    change = noted(words, text="metoprolol 50 mg", value="50", act="change", replaces_fact=target)
    (draft,) = _drafted(engine, model, _with_record(words), change)
    assert draft.memory_key == address


@pytest.mark.parametrize("called", ["Lopressor", "metoprolol tartrate", "Lisinopril", "heart pill"])
def test_brand_and_generic_share_an_address_whatever_the_model_calls_it(
    called: str, engine: GeminiEngine, model: GeminiServer
) -> None:
    dose = noted("Lopressor 25 mg", text="Lopressor 25 mg", about=called, entity=called)
    (draft,) = _drafted(engine, model, transcript_of("Lopressor 25 mg"), dose)
    assert (draft.attribute, draft.memory_key) == ("metoprolol", "medication:metoprolol")


def test_a_corrected_reading_names_its_old_value(engine: GeminiEngine, model: GeminiServer) -> None:
    words = "The creatinine was 1.3"
    right = noted(
        words, tag="LAB", text="creatinine 1.3", about="kidneys", value="1.3", unit=None, act="correct",
        replaces_fact="f4",
    )  # fmt: skip
    (draft,) = _drafted(engine, model, _with_record(words), right)
    assert (draft.attribute, draft.memory_key, draft.replaces) == ("creatinine", None, "1.4")


def test_the_denial_of_a_whole_kind_has_its_address(engine: GeminiEngine, model: GeminiServer) -> None:
    words = "I have no allergies"
    none = noted(words, tag="ALLERGY", text="no allergies", about="allergies", entity="*", negated=True, value=None)
    (draft,) = _drafted(engine, model, transcript_of(words), none)
    assert (draft.memory_key, draft.attribute, draft.negated) == ("allergy:*", "allergies", True)


def test_the_pieces_cover_everything_once_and_overlap(model: GeminiServer) -> None:
    turns = transcript_of(*[f"turn {n} {'x' * 80}" for n in range(40)]).turns
    found = pieces(turns, budget=900)
    fresh = [turn for piece in found for turn in piece.turns[piece.context :]]
    assert fresh == list(turns)
    assert len(found) > 3
    assert all(piece.context == conversation.OVERLAP for piece in found[1:])
    assert all(sum(len(turn.text) for turn in piece.turns[piece.context :]) <= 900 for piece in found)
    assert pieces((), budget=900) == []
    (one,) = pieces(transcript_of("x" * 5000).turns, budget=900)
    assert one.context == 0


def test_a_long_conversation_is_asked_about_in_pieces_and_says_nothing_twice(
    engine: GeminiEngine, model: GeminiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "BUDGET", 500)
    monkeypatch.setattr(conversation.pieces, "__defaults__", (500,))
    words = [f"My weight was {60 + n} kg on August {n}" for n in range(1, 25)]

    def weigh(verb: str, body: Json) -> object:
        turns = json.loads(body["contents"][0]["parts"][1]["text"].partition("\n")[2])
        facts = [_weight(turn["id"], turn["text"]) for turn in turns]  # also what it was told only for context
        return drafts(*facts, _episode(turns))

    model.brain = weigh  # type: ignore[assignment]
    found = engine.distil(transcript_of(*words))
    assert len(model.of(GENERATE)) >= 2
    facts = [draft for draft in found if draft.tag is Tag.VITAL]
    assert [draft.quotes[-1].text for draft in facts] == words
    episodes = [draft for draft in found if draft.tag is Tag.EPISODE]
    assert len(episodes) == 1
    assert found[-1] is episodes[0]
    assert 1 < episodes[0].text.count(".") <= 3
    contexts = [request.parts[1].count('"context": true') for request in model.of(GENERATE)]
    assert sorted(contexts) == [0, *[conversation.OVERLAP] * (len(contexts) - 1)]


def _weight(turn: str, words: str) -> Json:
    return noted(words, turn, tag="VITAL", text=words, about="weight", value=None, unit=None, frequency=None)


def _episode(turns: list[Json]) -> Json:
    first, last = turns[0], turns[-1]
    quotes = [{"turn": each["id"], "words": each["text"]} for each in (first, last)]
    text = f"Weights from {first['id']} to {last['id']} were told. Nothing is open."
    return noted(tag="EPISODE", text=text, about="episode", quotes=quotes, keys=["weight"])


def test_one_piece_that_fails_fails_the_session(
    engine: GeminiEngine, model: GeminiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    from memory.engine import EngineUnavailable
    from tests.gemini_answers import OVERLOADED

    monkeypatch.setattr(conversation.pieces, "__defaults__", (100,))
    model.script(GENERATE, drafts(), OVERLOADED)
    with pytest.raises(EngineUnavailable):
        engine.distil(transcript_of(*["x" * 90] * 3))


def test_the_instruction_says_what_this_agent_keeps_and_leaves(engine: GeminiEngine, model: GeminiServer) -> None:
    model.script(GENERATE, drafts())
    engine.distil(transcript_of("Hello."))
    [told] = {request.instruction for request in model.of(GENERATE)}
    assert "Greetings, thanks and small talk." in told
    assert "Allergies and reactions" in told


def test_a_version_from_the_admin_is_drafted_by_from_its_first_conversation(
    engine: GeminiEngine, model: GeminiServer
) -> None:
    agent = agents()["patient-advocate"]
    rules = agent.memory_extraction_rules.model_copy(update={"never_keep": ("Anything about pets.",)})
    with registrar(by=Actor("account 1", "admin"), why="a new version"):
        registry.publish(configurations=[agent.model_copy(update={"version": 77, "memory_extraction_rules": rules})])
    for version in ("77", "1"):
        model.script(GENERATE, drafts())
        engine.distil(replace(transcript_of("Hello."), agent_version=version))
    first, second = (request.instruction for request in model.of(GENERATE))
    assert "Anything about pets." in first
    assert "Anything about pets." not in second, "a conversation keeps the version under which it began"


def test_the_whole_way_is_asked_for_by_schema(engine: GeminiEngine, model: GeminiServer) -> None:
    assert _drafted(engine, model, transcript_of("Hello.")) == []
    config = model.of(GENERATE)[0].body["generationConfig"]
    assert config["responseMimeType"] == "application/json"
    assert set(config["responseJsonSchema"]["properties"]["facts"]["items"]["properties"]) == set(noted())
    assert "temperature" not in config
    assert config["thinkingConfig"] == {"thinkingLevel": "LOW"}
    assert engine.distil(transcript_of()) == []
    assert len(model.requests) == 1, "nothing is asked about nothing"
