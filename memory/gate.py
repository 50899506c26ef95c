"""The gate: the checks that a draft must pass to become a fact, for every engine alike.

A draft that fails is held with its reason, in words that its patient understands, and nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from memory.dates import PartialDate, local_day, mentions, resolve
from memory.drafts import SELF, Act, Assertion, Draft, Said, Tense, Transcript
from memory.numbers import as_digits, stands_in
from memory.vocabulary import Tag


class Reason(StrEnum):
    """Why a draft was held."""

    UNREADABLE = "unreadable"
    NOT_SAID = "not said"
    ADVOCATE = "advocate's words"
    NUMBER = "number not said"
    THING = "thing not said"
    DATE = "date not said"
    SUBJECT = "about someone else"
    ASKED = "asked"
    HYPOTHETICAL = "hypothetical"
    PASSING = "of no lasting use"
    NO_TARGET = "nothing to withdraw"


EXPLANATIONS = {
    Reason.UNREADABLE: "This could not be read as a fact.",
    Reason.NOT_SAID: "These words were not found in what was said.",
    Reason.ADVOCATE: "The advocate said this, not a person; only what people say is kept.",
    Reason.NUMBER: "A number or unit in it was not said in these words.",
    Reason.THING: "It names something that was not said in this conversation and is not in the record.",
    Reason.DATE: "Its date does not follow from what was said.",
    Reason.SUBJECT: "It is about someone else, not about the person of this record.",
    Reason.ASKED: "It was asked, not stated.",
    Reason.HYPOTHETICAL: "It was said as something that might be, not as something that is.",
    Reason.PASSING: "It would not answer a later question about your health.",
    Reason.NO_TARGET: "It takes back something that the record does not hold.",
}


@dataclass(frozen=True, slots=True)
class Held:
    """A draft that did not pass."""

    draft: Draft
    reason: Reason

    @property
    def explanation(self) -> str:
        """The reason in a patient's words."""
        return EXPLANATIONS[self.reason]


def judge(draft: Draft, transcript: Transcript) -> Draft | Held:
    """Return the draft, dated, or why it is held. `transcript` is the range from which it was drafted."""
    for check, reason in _CHECKS:
        if not check(draft, transcript):
            return Held(draft, reason)
    dated = _dated(draft, transcript)
    return dated if dated is not None else Held(draft, Reason.DATE)


def stating_turn(draft: Draft, transcript: Transcript) -> Said:
    """Return the turn that states the draft: the one of its last quote."""
    wanted = draft.quotes[-1].turn
    return next(turn for turn in transcript.turns if turn.id == wanted)


def _readable(draft: Draft, transcript: Transcript) -> bool:
    keys_fit = 1 <= len(draft.keys) <= 5 and all(k and k == k.lower() for k in draft.keys)
    addressed = draft.tag.is_state == (draft.memory_key is not None)
    return bool(draft.text.strip() and draft.source and draft.attribute and draft.quotes and keys_fit and addressed)


def _said(draft: Draft, transcript: Transcript) -> bool:
    texts = {turn.id: turn.text for turn in transcript.turns}
    return all(quote.text.strip() and quote.text in texts.get(quote.turn, "") for quote in draft.quotes)


def _by_a_person(draft: Draft, transcript: Transcript) -> bool:
    quoted = {quote.turn for quote in draft.quotes}
    return all(turn.speaker.is_person for turn in transcript.turns if turn.id in quoted)


def _numbers_said(draft: Draft, transcript: Transcript) -> bool:
    quoted = " \n ".join(quote.text for quote in draft.quotes)
    value = draft.value
    claims = [draft.text, f"{value.value or ''} {value.unit or ''}", value.frequency or ""]
    return all(stands_in(claim, quoted) for claim in claims if claim.strip())


def _thing_said(draft: Draft, transcript: Transcript) -> bool:
    """Every word of weight was said by a person in this range, or stands in the record (for "it", "the dose")."""
    if draft.tag is Tag.EPISODE:
        return True
    people = " ".join(turn.text for turn in transcript.turns if turn.speaker.is_person)
    record = " ".join(f"{known.text} {known.attribute} {known.source}" for known in transcript.known)
    heard = _words(f"{people} {as_digits(people)} {record}")
    return _words(draft.text) - _RECORD_WORDS <= heard


def _of_the_subject(draft: Draft, transcript: Transcript) -> bool:
    if draft.tag in {Tag.FAMILY_HISTORY, Tag.EPISODE}:
        return True
    if draft.subject != SELF:
        return False
    other = _SOMEONE_ELSE.match(draft.quotes[-1].text)
    return not other or draft.tag in _ABOUT_PEOPLE or other["who"].lower() == transcript.subject


def _not_asked(draft: Draft, transcript: Transcript) -> bool:
    if draft.tag is Tag.EPISODE:
        return True
    if draft.assertion is Assertion.ASKED:
        return False
    quote = draft.quotes[-1].text
    after = stating_turn(draft, transcript).text.split(quote, 1)[1]
    ends_asking = re.match(r"[^,;:.!?\n]{0,40}\?", after) is not None
    return not (quote.rstrip().endswith("?") or ends_asking or _INTERROGATIVE.match(quote))


def _not_hypothetical(draft: Draft, transcript: Transcript) -> bool:
    if draft.tag is Tag.EPISODE:
        return True
    return draft.assertion is not Assertion.HYPOTHETICAL and not _HYPOTHETICAL.search(draft.quotes[-1].text)


def _lasting(draft: Draft, transcript: Transcript) -> bool:
    return bool(re.search(r"\w{2}", draft.text)) and not _PASSING.search(draft.text)


def _dated(draft: Draft, transcript: Transcript) -> Draft | None:
    """Return the draft with the date that follows from its words and their moment; None where another is claimed."""
    turn = stating_turn(draft, transcript)
    today = local_day(turn.at, turn.zone)
    if draft.date is None:
        present = draft.tense is Tense.NOW
        return replace(draft, date=PartialDate(today, "day")) if present else draft
    if not draft.date_phrase:
        return draft if _follows(draft, transcript, today) else None
    quoted = {quote.turn for quote in draft.quotes}
    for said in transcript.turns:
        if said.id in quoted and draft.date in _days(draft.date_phrase, said):
            return draft
    return None


def _follows(draft: Draft, transcript: Transcript, today: PartialDate | object) -> bool:
    """A date without words of its own: the day it was said, or the day of the reading that it corrects."""
    days = {known.date for known in transcript.known if known.attribute == draft.attribute}
    if draft.act in {Act.CORRECT, Act.WITHDRAW, Act.CANCEL} and draft.date in days:
        return True
    return draft.date is not None and draft.date.precision == "day" and draft.date.first == today


def _days(phrase: str, said: Said) -> set[PartialDate]:
    """Every day that the phrase may name, said in this turn; empty where the turn does not hold it."""
    if phrase not in said.text:
        return set()
    day = local_day(said.at, said.zone)
    alone = resolve(phrase, day)
    in_place = {found.date for found in mentions(said.text, day) if phrase in found.phrase or found.phrase in phrase}
    return in_place | ({alone} if alone else set())


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"[^\W\d_]+", text.lower()) if len(word) > 3}


_KIN = (
    r"mother|mom|mum|father|dad|sister|brother|son|daughter|husband|wife|partner|aunt|uncle|cousin|grandmother|grandma|"
    r"grandfather|grandpa|friend|neighbou?r|roommate|boss|coworker|colleague|madre|padre|hermana|hermano|hija|hijo"
)
_SOMEONE_ELSE = re.compile(
    rf"(?:and |but |also |well,? )?(?:my|mi) (?:\w+ )?(?P<who>{_KIN})\b(?!['’]s)(?! (?:said|says|told|asked|gave|gives|reminds))", re.I
)
_ABOUT_PEOPLE = frozenset({Tag.CARE_TEAM, Tag.CONTACT, Tag.SOCIAL, Tag.PREFERENCE, Tag.DIRECTIVE, Tag.INSURANCE})
_INTERROGATIVE = re.compile(
    r"\s*(?:what|which|why|how|who|whose|when|where|should|shall|could|can|may|do|does|did|is|are|was|were|would|will|"
    r"have|has|am)\s+(?:i|you|it|my|the|we|he|she|they|there|this|that|much|many|often|about|if)\b",
    re.I,
)
_HYPOTHETICAL = re.compile(
    r"^\s*(?:if|what if|suppose|supposing|imagine|unless|in case)\b|"
    r"\b(?:might|may|could) (?:start|take|try|need|have|be|switch|go)\b|"
    r"\b(?:thinking (?:about|of)|considering|i wonder|i wish|was wondering)\b",
    re.I,
)
_PASSING = re.compile(r"\b(?:parking|stuck in traffic|running late|thank you|thanks|good (?:morning|night)|bye)\b", re.I)
# Words in which a record says how a thing stands; they carry no clinical content of their own.
_RECORD_WORDS = frozenset(
    "stopped started takes taking take does known allergy allergies allergic reaction longer medicines medications none"
    " denies history diagnosed with from since until planned instruction appointment visit called cancelled moved"
    " daily twice once times every week month mother father prefers wants lives phone doctor over".split()
)

_Check = Callable[[Draft, Transcript], bool]
_CHECKS: tuple[tuple[_Check, Reason], ...] = (
    (_readable, Reason.UNREADABLE),
    (_said, Reason.NOT_SAID),
    (_by_a_person, Reason.ADVOCATE),
    (_not_asked, Reason.ASKED),
    (_not_hypothetical, Reason.HYPOTHETICAL),
    (_of_the_subject, Reason.SUBJECT),
    (_numbers_said, Reason.NUMBER),
    (_thing_said, Reason.THING),
    (_lasting, Reason.PASSING),
)
