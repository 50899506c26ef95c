"""The check on every sentence of a reply, whatever the engine: what it claims must stand in something.

Every number, dose, date, drug and named clinician must stand in a placed fact, in the person's own turns of this
session, in a quotation, or in what the code itself put there; together where they are said together; and with the
sense unturned. `claims`, `when`, `clock` and `ordinary` read a text, `statements` how each part of it is meant,
`placed`, `turns` and `sources` what it may rest on, `stance`, `denial` and `particulars` in which sense.

The checks, by what they keep: `standing` (each claim; `computing`, `deriving`, `adding`: what follows from others),
`dating`, `together`, `turning`, `polarity`, `series`, `courses`, `comparing`, `counting`, `events` (what became of a
dose), `telling`, `qualities` and `person` (what is told of whom), `quoting` and `speaking` (who said and did it),
`silences` (that nothing is there) and `advising` (nobody prescribes).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from advocate.grounding.advising import ADVISING
from advocate.grounding.claims import Reading
from advocate.grounding.comparing import COMPARING
from advocate.grounding.counting import COUNTING
from advocate.grounding.courses import COURSES
from advocate.grounding.dating import DATING
from advocate.grounding.events import EVENTS
from advocate.grounding.person import PERSON
from advocate.grounding.placed import fact_sources
from advocate.grounding.polarity import POLARITY
from advocate.grounding.qualities import QUALITIES
from advocate.grounding.quoting import QUOTING
from advocate.grounding.readings import told_series
from advocate.grounding.sentence import Missing, Sentence, without_quotes
from advocate.grounding.series import SERIES, runs
from advocate.grounding.silences import SILENCES
from advocate.grounding.sources import allowed_sources
from advocate.grounding.speaking import SPEAKING
from advocate.grounding.standing import STANDING
from advocate.grounding.telling import TELLING
from advocate.grounding.together import TOGETHER
from advocate.grounding.turning import TURNING
from advocate.grounding.turns import quotation_sources, turn_sources
from advocate.sentences import sentences_of
from memory.drafts import SELF
from memory.recollection import Placed, Quotation
from memory.vocabulary import Tag

_NOTHING: Mapping[str, tuple[UUID, ...]] = {}
WITHHELD = "(I had a sentence here that I could not trace to your record, so I left it out.)"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One sentence, judged.

    `sentence` is what the engine wrote, with the white space after it; `shown` what the reader gets in its place.
    `facts` are the placed facts (or successors) that it draws on, `said` the indexes of the person's turns; `missing`
    is what stands nowhere, `why` what is wrong with it in a few words, without the words of the person.
    """

    sentence: str
    supported: bool
    why: str
    facts: tuple[UUID, ...]
    said: tuple[int, ...]
    missing: tuple[str, ...]
    shown: str


class Grounding:
    """What one reply may rest on, each read once, when a sentence first asks; judges any number of sentences.

    `said` are the people's turns of this session, oldest first, never the advocate's; `allowed` what the code put
    there: today's date, the emergency number, texts of the configuration, computed trends and counts. Those that are
    `configured`, the same for everyone, are read once a process; of those that are `computed`, the facts are known on
    which each rests. `subject` is whom the record is about, as in a prompt.
    """

    def __init__(
        self,
        *,
        placed: Sequence[Placed],
        quotations: Sequence[Quotation],
        said: Sequence[str],
        allowed: Sequence[str],
        day: date,
        configured: Collection[str] = (),
        computed: Mapping[str, tuple[UUID, ...]] = _NOTHING,
        subject: str = SELF,
    ) -> None:
        facts = fact_sources(placed, day)

        def subjects() -> frozenset[str]:
            return frozenset(subject for fact in facts for subject in fact.subjects)

        known = frozenset(name for fact in facts for name in fact.medicine)
        self._known = known - {name for fact in facts if fact.tag in {Tag.LAB, Tag.VITAL} for name in fact.subjects}
        self._day = day
        self._sources = (
            *facts,
            *turn_sources(said, day, subjects, self._known),
            *quotation_sources(quotations),
            *allowed_sources(allowed, day, configured),
        )
        self._subject = "" if subject == SELF else subject.lower()
        self._series = told_series(placed, self._sources, day)
        self._free = {_plain(text): computed.get(text, ()) for text in allowed}

    def check(self, sentence: str) -> Verdict:
        """Judge one sentence. Never raises."""
        words = sentence.strip()
        if not words or _plain(words) in self._free:
            return Verdict(sentence, True, "", self._free.get(_plain(words), ()), (), (), sentence)
        told, quoted = without_quotes(words, self._sources)
        check = Sentence(
            Reading(told, self._day, self._known), self._sources, self._day, quoted, self._series, self._subject
        )
        missing = _wrong_with(check)
        rests_on = check.rests_on()
        space = sentence[len(sentence.rstrip()) :]
        return Verdict(
            sentence=sentence,
            supported=not missing,
            why="; ".join(dict.fromkeys(each.why for each in missing)),
            facts=tuple(source.ref for source in rests_on if isinstance(source.ref, UUID)),
            said=tuple(dict.fromkeys(s.ref for s in rests_on if isinstance(s.ref, int))),
            missing=tuple(dict.fromkeys(each.words for each in missing)),
            shown=WITHHELD + space if missing else sentence,
        )


_ASKING = (*STANDING, *DATING, *TOGETHER, runs)
_TELLING = (
    *_ASKING,
    *SERIES,
    *COURSES,
    *TURNING,
    *POLARITY,
    *ADVISING,
    *EVENTS,
    *COMPARING,
    *TELLING,
    *QUALITIES,
    *SILENCES,
    *QUOTING,
    *SPEAKING,
    *PERSON,
    *COUNTING,
)


def _wrong_with(sentence: Sentence) -> list[Missing]:
    checks = _ASKING if sentence.asks else _TELLING
    return [missing for check in checks for missing in check(sentence)]


async def grounded(pieces: AsyncIterator[str], grounding: Grounding) -> AsyncIterator[Verdict]:
    """Yield the verdict on each sentence of a stream as soon as it is whole; the `shown` parts make the reply.

    Of several withheld in a row only the first is told; the others show their line breaks.
    """
    withheld = False
    async for sentence in sentences_of(pieces):
        verdict = grounding.check(sentence)
        if withheld and not verdict.supported:
            verdict = replace(verdict, shown="\n" if "\n" in verdict.shown else "")
        elif sentence.strip():
            withheld = not verdict.supported
        yield verdict


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(".!?:")
