"""Every date of a sentence stands somewhere, as precise, and is a date of what it is said of.

What a date is said of is looked for outwards: the amount beside it, the drug or measure of its clause, the person who
acts in it, the words of its clause; then the amount, drug or measure before it, and the rest of its item.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta

from advocate.grounding import stance
from advocate.grounding.adding import added
from advocate.grounding.claims import TIME
from advocate.grounding.days import DAYS, Dated, Span, matches
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Origin, Source
from advocate.grounding.standing import ACTS, names_person
from advocate.grounding.statements import Mood
from memory.recollection import Slot
from memory.vocabulary import Tag

_BEGINS = re.compile(
    r"\b(?:since|noted|recorded|wrote|found|diagnos\w+|measured|reported|gave|advised|set|rais\w+|increas\w+"
    r"|lower\w+|reduc\w+|chang\w+|start\w*|began|stopp\w+|switch\w+|put|went|prescrib\w+"
    r"|order\w+|told|said)\b"
)
_YOU_SAID = re.compile(r"\byou (?:\w+ )?(?:said|told|wrote|mentioned|asked|reported)\b")
_DURATION = re.compile(r"\b(?:days?|weeks?|months?|years?)\b")
_NAMES_A_DAY = re.compile(r"\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|ago", re.IGNORECASE)
_AS_OF = re.compile(r"\b(?:as of|so far|up to now|today is|it is|it's|since|hoy es|from)\b")
_TOMORROW_IS = re.compile(r"\btomorrow(?: is|'s)\b")
_NOW = re.compile(
    r"(?:(?:by|from|until|before|rather than|not) )?(?:today|tonight|tomorrow|now|next week"
    r"|(?:this|tomorrow) (?:afternoon|morning|evening|week)|hoy|manana)"
)
_SPEAKS_TO_SOMEONE = re.compile(r"\b(?:can|could|will|may|might) (?:\w+ )?(?:tell|answer|say|help|check|advise|look)\b")
_BEFORE = re.compile(r"\b(?:started|began|were|was|had been|used to|before|until)\b")
_OF_SOMEONE = re.compile(r"\b(?:you|your|he|she|his|her|they|their|dr|it)\b")
_THAN = re.compile(r"\b(?:than|as|since|from)(?: (?:on|it was|the day|last))*\s*$")
_DUE = re.compile(r"\b(?:due|scheduled|booked|next (?:\w+ )?(?:is|dose|patch|appointment|visit|test))\b")
_ELLIPTIC = re.compile(r"\b(?:next|last|first|other|latest|previous|second)\b")
_WISHES = re.compile(r"\b(?:good luck|happy|enjoy|take care|see you|talk to you|until then|speak soon|wish\w*|hope)\b")
_UNTIL = re.compile(r"\b(?:until|till|hasta)\b")
_CHANGED = re.compile(r"\b(?:doubled|halved|dropped|drop|raised|lowered|increased|reduced|changed|up|down)\b")
_VISIT = re.compile(
    r"\b(?:appointment|visit|test|scan|review|procedure|operation|surgery|check-?up|follow-?up|treatment|session|cita"
    r"|see|seeing|consulta)\b"
)
_FROM_TO = re.compile(r"\bfrom\b.{1,40}?\bto\b")
_BETWEEN = re.compile(r"\bbetween (?P<one>.{2,30}?) and ")


def dates(sentence: Sentence) -> Iterator[Missing]:
    """Every date stands somewhere, as precise, and is a date of what it is said of."""
    for dated in sentence.reading.dates:
        words = sentence.reading.text[dated.start : dated.end]
        if (sentence.asks and not _NAMES_A_DAY.search(words)) or _is_no_claim(sentence, dated):
            continue  # "have you measured this week?" tells no day
        anchored = _paired(sentence, dated) or sentence.anchored(dated.start) or _acting(sentence, dated)
        due = _DUE.search(stance.plain(sentence.reading.clause_around(dated.start))) is not None
        known = [s for s in sentence.sources if not (due and _only_spoken_then(s, dated))]
        holders = [s for s in known if _has_date(sentence, s, dated) or _held(sentence, s, dated, anchored)]
        if dated.lasting and _DURATION.search(words) and sentence.reading.anchor_of(dated.start) is None:
            holders = [source for source in holders if source.origin is not Origin.FACT]  # a coincidence there
        holders += [*_on_that_day(sentence, dated), *_after_so_long(sentence, dated), *added(sentence, dated)]
        together = [source for source in anchored or holders if source in holders]
        together = together or _spoken(sentence, dated, holders) or _told_today(sentence, dated)
        together = together or [s for s in _beside(sentence, dated) if s in holders] or _compared_with(sentence, dated)
        together = together or [s for s in _of_the_sentence(sentence, dated) if s in holders]
        if any(source.origin is Origin.FACT for source in anchored):  # a computed series holds all days of it
            together = [source for source in together if source.origin is not Origin.ALLOWED]
        together = [source for source in together if not _is_of_another_clause(sentence, dated, source)]
        sentence.use(together)
        if not holders and not _is_today(sentence, dated):
            yield Missing(words, "a date that stands nowhere")
        elif together and _is_begun_as_ended(sentence, dated, together):
            yield Missing(words, "a beginning told as an end")
        elif together and _is_over(sentence, dated, together):
            yield Missing(words, "a date that holds no longer")
        elif not together and not _is_today(sentence, dated) and not _stands_in_words_to_say(sentence, dated):
            yield Missing(words, "a date of something else")


def _is_begun_as_ended(sentence: Sentence, dated: Dated, sources: list[Source]) -> bool:
    """Tell whether "until June" is told of what began in June and still holds."""
    told = sentence.plain[max(0, dated.start - 8) : dated.end]
    if not _UNTIL.search(told) or sentence.mood_at(dated.start) is not Mood.TOLD:
        return False
    return all(
        s.slot is Slot.CURRENT
        and s.tag is not None
        and s.tag.is_state
        and s.tag is not Tag.APPOINTMENT
        and not any(matches(dated, held) for held in s.reading.dates)
        and not _UNTIL.search(s.plain)
        for s in sources
    ) and not any(s.slot is Slot.HISTORY and s.subjects & t.subjects for s in sentence.facts for t in sources)


def _only_spoken_then(source: Source, dated: Dated) -> bool:
    """Of "due this evening": that the person speaks today makes nothing due."""
    return source.spoken_on is not None and not any(matches(dated, held) for held in source.reading.dates)


def _is_over(sentence: Sentence, dated: Dated, sources: list[Source]) -> bool:
    """Tell whether a visit that was moved is told as if it were to come."""
    moved = all(s.slot is Slot.HISTORY and s.tag is Tag.APPOINTMENT for s in sources)
    return moved and dated.date.last >= sentence.day - timedelta(62) and stance.PAST.search(sentence.plain) is None


def _is_no_claim(sentence: Sentence, dated: Dated) -> bool:
    """ "Ring them today", "can tell you today": when something is to be done, not when something was."""
    words = sentence.plain[dated.start : dated.end]
    if not _NOW.fullmatch(words.strip()):
        return False
    if _WISHES.search(sentence.plain):
        return True
    if not sentence.reading.amounts and not sentence.reading.clocks and not _OF_SOMEONE.search(sentence.plain):
        return True  # "a happy new year for tomorrow"
    mood = sentence.mood_at(dated.start)
    around = next((s.plain for s in sentence.statements if s.start <= dated.start < s.end), "")
    return mood in {Mood.URGED, Mood.SUPPOSED, Mood.SILENT} or _SPEAKS_TO_SOMEONE.search(around) is not None


def _paired(sentence: Sentence, dated: Dated) -> list[Source]:
    """Of "from 34 to 61 between December and Monday": each date belongs to the amount at its place."""
    change, between = _FROM_TO.search(sentence.plain), _BETWEEN.search(sentence.plain)
    if change is None or between is None:
        return []
    told = [a for a in sentence.reading.amounts if a.unit not in TIME]
    amounts = [a for a in told if a.start < between.start()][-2:] or [a for a in told if a.start >= change.start()][:2]
    days = [d for d in sentence.reading.dates if d.start > between.start()][:2]
    if dated not in days or len(amounts) != 2 or len(days) != 2:
        return []
    return sentence.holders(amounts[days.index(dated)])


def _acting(sentence: Sentence, dated: Dated) -> list[Source]:
    """Of "Dr. Feld started it in May", which names no thing: what comes from the one who is named."""
    acting = [p for p in sentence.reading.people if ACTS.match(sentence.reading.text[p.end :])]
    if len(acting) != 1:
        return []
    return [source for source in sentence.sources if names_person(sentence, source, acting[0])]


def _beside(sentence: Sentence, dated: Dated) -> list[Source]:
    """What else a date may be said of: who acts just before it, what its own clause tells, the visit it names."""
    clause = stance.plain(sentence.reading.clause_around(dated.start))
    at = sentence.plain.rfind(clause, 0, dated.start + len(clause))
    anchors: tuple[Span, ...] = (
        *(a for a in sentence.reading.amounts if a.unit not in TIME),
        *sentence.reading.subjects,
    )
    has_its_own = any(at <= anchor.start < at + len(clause) for anchor in anchors)
    found = [] if has_its_own else list(sentence.meant_by(stance.content(clause)))
    for person in sentence.reading.people:
        if at <= person.start < dated.start and re.fullmatch(
            r"(?: \w+){1,4} (?:on |in |at )?", sentence.plain[person.end : dated.start]
        ):
            found += [s for s in sentence.facts if names_person(sentence, s, person)]
    if _BEFORE.search(clause) and not has_its_own:
        named = sentence.reading.subject_names
        found += [s for s in sentence.facts if s.slot is Slot.HISTORY and s.subjects & named]
    if _CHANGED.search(clause) and not has_its_own:
        found += [s for s in sentence.facts if s.tag is Tag.MEDICATION]
    if _VISIT.search(clause):
        found += [s for s in sentence.facts if s.tag in {Tag.APPOINTMENT, Tag.PROCEDURE}]
    return found


def _compared_with(sentence: Sentence, dated: Dated) -> list[Source]:
    """Of "three pounds more than yesterday": the reading of that day."""
    if not _THAN.search(sentence.plain[: dated.start]):
        return []
    return [s for s in sentence.facts if s.tag in {Tag.LAB, Tag.VITAL, Tag.SYMPTOM} and s.has_date(dated)]


def _of_the_sentence(sentence: Sentence, dated: Dated) -> list[Source]:
    """Of "and the next is in three weeks", which names nothing of its own: what the sentence tells of."""
    clause = sentence.reading.clause_around(dated.start)
    words = stance.content(clause) - stance.content(sentence.reading.text[dated.start : dated.end]) - stance.GENERIC
    return [] if words or not _ELLIPTIC.search(clause) else sentence.touched(sentence.content)


def _stands_in_words_to_say(sentence: Sentence, dated: Dated) -> bool:
    """Of "“My dose went up on 28 September; …”", words for the person to say: the date belongs to nothing named."""
    quote = re.search('[“"]', sentence.reading.text)
    if quote is None:
        return False
    if dated.start < quote.start():  # "ask before 1 April: “Is 10 mg still the plan?”"
        return all(amount.start > quote.start() for amount in sentence.reading.amounts if amount.unit not in TIME)
    inside = [at for span, at in stance.spans_at(sentence.plain) if at <= dated.start < at + len(span)]
    amounts = [amount for amount in sentence.reading.amounts if amount.unit not in TIME]
    return not any(amount.start >= inside[-1] for amount in amounts if inside)


def _is_of_another_clause(sentence: Sentence, dated: Dated, turn: Source) -> bool:
    """Of a turn that names several days: tell whether the words beside this one are those beside another."""
    if turn.origin is not Origin.TURN or len(turn.reading.dates) < 2:
        return False
    ours = stance.content(sentence.reading.clause_around(dated.start)) - stance.GENERIC
    beside: dict[bool, frozenset[str]] = {True: frozenset(), False: frozenset()}
    for held in turn.reading.dates:
        beside[matches(dated, held)] |= stance.content(turn.reading.clause_around(held.start))
    words = frozenset(word for word in ours if word.isalpha())
    return not words & beside[True] and bool(words & (beside[False] - beside[True]))


def _told_today(sentence: Sentence, dated: Dated) -> list[Source]:
    """Of "three times since Monday", which names no thing: the person's own words that name the day."""
    if sentence.reading.anchor_of(dated.start) is not None:
        return []
    return [turn for turn in sentence.turns if any(matches(dated, held) for held in turn.reading.dates)]


def _on_that_day(sentence: Sentence, dated: Dated) -> list[Source]:
    """Of "on Monday", or "tomorrow" that is one: what is done on Mondays."""
    named = dated.weekday if dated.near else dated.date.first.weekday() if dated.date.precision == "day" else None
    if named is None or (dated.near is None and dated.date.first < sentence.day):
        return []
    name = next(name for name, number in DAYS.items() if number == named)
    return [source for source in sentence.sources if name in source.weekdays]


def _after_so_long(sentence: Sentence, dated: Dated) -> list[Source]:
    """Of "in twelve months": what says so itself, and names no day."""
    if not re.match(r"(?:in|within|en)\b", sentence.plain[dated.start :]):
        return []
    words = sentence.plain[dated.start : dated.end]
    counted = [a for a in sentence.reading.every_amount if dated.start <= a.start < dated.end and a.unit in TIME]
    if re.fullmatch(r"in (?:a|one) month", words):
        return [s for s in sentence.sources if re.search(r"\b(?:(?:past|last|a|per|one) month|monthly)\b", s.plain)]
    return [s for s in sentence.sources for a in counted if a.unit and (a.value, a.unit) in s.reading.spans_of_time]


def _is_today(sentence: Sentence, dated: Dated) -> bool:
    """Tell whether a date only says which day it is."""
    is_weekday = dated.near is not None and dated.weekday == sentence.day.weekday()
    tomorrow = sentence.day + timedelta(1)
    if _TOMORROW_IS.search(sentence.plain) and (dated.date.first == tomorrow or dated.weekday == tomorrow.weekday()):
        return True
    return (dated.date.first == sentence.day or is_weekday) and _AS_OF.search(sentence.plain) is not None


def _has_date(sentence: Sentence, source: Source, dated: Dated) -> bool:
    if source.has_date(dated):
        return True
    return source.ended_by is not None and sentence.tells_an_end and source.ended_by.has_date(dated)


def _spoken(sentence: Sentence, dated: Dated, holders: list[Source]) -> list[Source]:
    """Of "today you said" and "on 3 October you told me": what the person said then."""
    if not _YOU_SAID.search(stance.plain(sentence.reading.clause_around(dated.start))):
        return []
    return [source for source in holders if source.origin in {Origin.TURN, Origin.QUOTATION}]


def _held(sentence: Sentence, source: Source, dated: Dated, anchored: list[Source]) -> bool:
    """Tell whether a state that the date belongs to held then; a day must have been asked about, no change be told."""
    if source not in anchored or not source.held_in(dated):
        return False
    clause = stance.plain(sentence.reading.clause_around(dated.start))
    return not _BEGINS.search(clause) and (dated.date.precision != "day" or _was_said(sentence, dated))


def _was_said(sentence: Sentence, dated: Dated) -> bool:
    return any(source.has_date(dated) for source in sentence.turns)


DATING: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (dates,)
