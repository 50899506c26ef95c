"""The check on every sentence of a reply, whatever the engine: what it claims must stand in something.

Every number, dose, date, drug and named clinician must stand in a placed fact, in the person's own turns of this
session, in a quotation, or in what the code itself put there; together where they are said together; and with the
sense unturned. `claims`, `when` and `clock` read a text, `placed` and `sources` what it may rest on, `stance` how it
is meant. The checks, by what they keep: `standing` (each claim, with `computing` for what follows from others),
`together`, `turning`, `series`, `speaking` (who said it) and `person` (of whom it is told).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from advocate.grounding.claims import Reading
from advocate.grounding.person import PERSON
from advocate.grounding.placed import fact_sources
from advocate.grounding.sentence import Missing, Sentence, without_quotes
from advocate.grounding.series import SERIES, runs
from advocate.grounding.sources import allowed_sources, quotation_sources, turn_sources
from advocate.grounding.speaking import SPEAKING
from advocate.grounding.standing import STANDING
from advocate.grounding.together import TOGETHER
from advocate.grounding.turning import TURNING
from advocate.sentences import sentences_of
from advocate.trends import computed
from memory.drafts import SELF
from memory.recollection import Placed, Quotation

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
    `configured`, the same for everyone, are read once a process. `subject` is whom the record is about, as in a prompt.
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
        subject: str = SELF,
    ) -> None:
        facts = fact_sources(placed, day)

        def subjects() -> frozenset[str]:
            return frozenset(subject for fact in facts for subject in fact.subjects)

        self._day = day
        self._sources = (
            *facts,
            *turn_sources(said, day, subjects),
            *quotation_sources(quotations),
            *allowed_sources(allowed, day, configured),
        )
        self._subject = "" if subject == SELF else subject.lower()
        self._series = computed(placed)
        self._free = frozenset(_plain(text) for text in allowed)

    def check(self, sentence: str) -> Verdict:
        """Judge one sentence. Never raises."""
        words = sentence.strip()
        if not words or _plain(words) in self._free:
            return Verdict(sentence, True, "", (), (), (), sentence)
        told, quoted = without_quotes(words, self._sources)
        check = Sentence(Reading(told, self._day), self._sources, self._day, quoted, self._series, self._subject)
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


_ASKING = (*STANDING, *TOGETHER, runs)
_TELLING = (*_ASKING, *SERIES, *TURNING, *SPEAKING, *PERSON)


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
