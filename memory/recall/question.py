"""A question, read after what was said before it: "and before that?" is of the thing that was spoken of last."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from memory.recall.asked import Asked, Window
from memory.recall.cues import POINTS_TO_A_THING, WHEN
from memory.recall.focus import main_clause
from memory.recall.parsing import Entities, read_alone
from memory.recall.terms import WEAKLY, spoken
from memory.vocabulary import Tag

__all__ = ["Asked", "Entities", "Window", "read"]

_ELLIPTIC = re.compile(r"^\W*(?:and|y|what about|how about|but|then|or)\b", re.IGNORECASE)


def read(question: str, day: date, *, entities: Entities = (), before: Sequence[str] = ()) -> Asked:
    """Read a question asked on `day`. `before` are the person's earlier turns of this conversation, oldest first.

    What a question leaves open ("and before that?") it takes from the latest turn that names something.
    """
    asked = read_alone(question, day, entities)
    asked = _of_main_clause(asked, question, day, entities) if before else asked
    points = POINTS_TO_A_THING.search(question) is not None
    open_ended = not _has_topic_of_its_own(asked) and (points or not asked.kinds) and not asked.broad
    if not open_ended:
        return asked
    earlier = [(turn, read_alone(turn, day, entities)) for turn in reversed(before)]
    naming = [each for each in earlier if each[1].names or each[1].people]
    for turn, read_before in (*naming, *earlier):
        if read_before.has_topic or read_before.kinds or read_before.people:
            return _carried_on(asked, read_before, question, turn)
    return asked


def _of_main_clause(asked: Asked, question: str, day: date, entities: Entities) -> Asked:
    """ "Did it get better after they changed the pill?" asks of "it": what stands beside it is no topic."""
    main = main_clause(question)
    if len(main) >= len(question.strip()) or not POINTS_TO_A_THING.search(main):
        return asked
    alone = read_alone(main, day, entities)
    return asked if _has_topic_of_its_own(alone) else replace(alone, text=asked.text, spoken=asked.spoken)


def _has_topic_of_its_own(asked: Asked) -> bool:
    """A number alone ("is 52 too low?") is of what was spoken of before, where anything was."""
    return bool(asked.names or asked.relatives) or any(
        word.weight > WEAKLY and not word.said.isdigit() for word in asked.words
    )


def _carried_on(asked: Asked, earlier: Asked, question: str, turn: str) -> Asked:
    """The question with the topic of an earlier turn; of that turn's time only where it says no more than "and …"."""
    text = f"{turn} {question}"
    elliptic = _ELLIPTIC.search(question) and not (asked.past or asked.change)
    kinds = asked.kinds or earlier.kinds
    if not asked.kinds and earlier.people and not earlier.names and WHEN.search(question):
        kinds = frozenset({Tag.APPOINTMENT})
    return replace(
        asked,
        text=text,
        names=earlier.names,
        wider=earlier.wider,
        people=asked.people or earlier.people,
        words=(*asked.words, *(word for word in earlier.words if asked.words == () or word.weight > WEAKLY)),
        spoken=spoken(text, (*earlier.names, *earlier.people)),
        kinds=kinds,
        aside=frozenset(w.said for w in earlier.words if w.said not in earlier.naming)
        if earlier.people or any(name.exact for name in earlier.names)
        else frozenset(),
        naming=asked.naming | earlier.naming,
        side=asked.side or earlier.side,
        windows=asked.windows or (earlier.windows if elliptic else ()),
    )
