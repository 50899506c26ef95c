"""What a person said no to when the advocate said it back ("Did I get that right?" "No."): it is not asserted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from uuid import UUID

from memory.drafts import Act, Draft, Said
from memory.vocabulary import Speaker

_ASKS_WHETHER_RIGHT = re.compile(
    r"(?:\b(?:did|have) i (?:get|got|note|noted|understand|understood|hear|heard)"
    r" (?:that|this|it|you|all that|everything)(?: right| correctly| down)*"
    r"|\bis (?:that|this|it|all that|everything) (?:right|correct)|[.,:–—-]\s*(?:right|correct)"
    r"|¿?\b(?:es correcto|es así|lo entend[ií] bien|está bien)|\bestá (?:certo|correto)|\bentendi bem)\s*\?\s*$",
    re.IGNORECASE,
)
_BARE_NO = re.compile(
    r"\W*(?:no|nope|nah|não)?\W*(?:no|nope|nah|não|not (?:quite|really|right|exactly|at all)"
    r"|(?:that|it|this)(?:['’]?s| is| was)? (?:not (?:right|correct|it|true|so)|wrong|incorrect|false)"
    r"|(?:that|it|this) (?:isn|wasn)['’]?t (?:right|correct|it|true|so)"
    r"|you (?:didn['’]?t|did not|got (?:it|that|this) wrong)"
    r"|(?:eso )?no es (?:correcto|cierto|así|verdad)|(?:isso )?não está (?:certo|correto))"
    r"\W*(?:sorry|thanks|thank you|gracias|obrigad[oa])?\W*",
    re.IGNORECASE,
)


def refused(drafts: Sequence[Draft], turns: Sequence[Said]) -> list[Draft]:
    """Return the drafts that their speaker said no to.

    Where something of what was said back is told anew later, only that was meant by the no; what a correction sets
    right is left to it.
    """
    seqs = {turn.id: turn.seq for turn in turns}
    found: list[Draft] = []
    for no, told in _noes(turns):
        meant = [draft for draft in drafts if draft.quotes[-1].turn in told]
        later = [draft for draft in drafts if seqs[draft.quotes[-1].turn] > no.seq]
        anew = [draft for draft in meant if any(_is_of_one_thing(draft, each) for each in later)]
        found += [draft for draft in anew or meant if not any(_sets_right(each, draft) for each in later)]
    return found


def _noes(turns: Sequence[Said]) -> Iterator[tuple[Said, set[UUID]]]:
    """Each bare no to the advocate's question whether all is right, with the turns that the advocate had said back."""
    for at in range(2, len(turns)):
        no, asked = turns[at], turns[at - 1]
        if not no.speaker.is_person or asked.speaker is not Speaker.ADVOCATE or not _BARE_NO.fullmatch(no.text):
            continue
        if _ASKS_WHETHER_RIGHT.search(asked.text):
            yield no, {turn.id for turn in takewhile(lambda turn: turn.speaker.is_person, reversed(turns[: at - 1]))}


def _is_of_one_thing(draft: Draft, other: Draft) -> bool:
    return (draft.tag, draft.attribute, draft.memory_key) == (other.tag, other.attribute, other.memory_key)


def _sets_right(later: Draft, draft: Draft) -> bool:
    return _is_of_one_thing(later, draft) and later.act in {Act.CORRECT, Act.WITHDRAW}
