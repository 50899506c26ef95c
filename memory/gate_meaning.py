"""How the words of a draft are meant: asked, supposed, denied, or said so."""

from __future__ import annotations

import re

from memory import gate_phrases as phrases
from memory.drafts import Act, Assertion, Draft, Said, Transcript
from memory.numbers import numbers_in
from memory.vocabulary import Tag


def stating_turn(draft: Draft, transcript: Transcript) -> Said:
    """Return the turn that states the draft: the one of its last quote."""
    wanted = draft.quotes[-1].turn
    return next(turn for turn in transcript.turns if turn.id == wanted)


def is_not_asked(draft: Draft, transcript: Transcript) -> bool:
    if draft.tag is Tag.EPISODE:
        return True
    quote = draft.quotes[-1].text
    before, _, after = stating_turn(draft, transcript).text.partition(quote)
    sentence = phrases.SENTENCE_END.split(before)[-1] + quote
    if draft.assertion is Assertion.ASKED:
        return False
    return phrases.REQUEST.match(sentence) is not None or not _asks(quote, sentence, after)


def _asks(quote: str, sentence: str, after: str) -> bool:
    """A quote is asked where it, or its sentence in going on, ends as a question; a mere tag asks nothing."""
    if quote.rstrip().endswith("?") or phrases.INTERROGATIVE.match(quote) or phrases.ASKS_ON.match(after):
        return True
    return bool(phrases.INTERROGATIVE.match(sentence) and phrases.ENDS_ASKING.match(after))


def is_not_supposed(draft: Draft, transcript: Transcript) -> bool:
    """Instructions are conditional by nature, and so is a drug that is taken as needed."""
    if draft.tag is Tag.EPISODE:
        return True
    clause = clause_of(draft.quotes[-1].text, stating_turn(draft, transcript).text)
    conditional = draft.tag in phrases.CONDITIONAL or bool(draft.value.as_needed)
    supposed = phrases.SUPPOSED.search(clause) or (not conditional and phrases.IF_OR_MIGHT.search(clause))
    return draft.assertion is not Assertion.HYPOTHETICAL and not supposed


def is_not_denied(draft: Draft, transcript: Transcript) -> bool:
    """What was said with a "not" is no affirmation, and what was said without one no negative."""
    if draft.tag is Tag.EPISODE:
        return True
    if draft.negated or draft.act in {Act.STOP, Act.WITHDRAW, Act.CANCEL}:
        return _is_denied(draft, transcript)
    if phrases.NEGATIVE.search(draft.text):
        return True
    things = words_of(draft.text) - phrases.RECORD_WORDS
    return not any(
        things and things <= words_of(denied[0]) and numbers_in(draft.text) <= numbers_in(denied[0])
        for denied in phrases.DENIED.finditer(draft.quotes[-1].text)
    )


def _is_denied(draft: Draft, transcript: Transcript) -> bool:
    """A negative rests on a "not" or an end in its quotes; what names the thing alone ("zofran"), on one around it."""
    quoted = "\n".join(quote.text for quote in draft.quotes)
    if phrases.ENDS_OR_DENIES.search(quoted) or phrases.AFFIRMS.search(quoted):
        return phrases.ENDS_OR_DENIES.search(quoted) is not None
    first = min(turn.seq for turn in transcript.turns if turn.id in {quote.turn for quote in draft.quotes})
    around = [turn.text for turn in transcript.turns if first - 1 <= turn.seq <= stating_turn(draft, transcript).seq]
    return phrases.ENDS_OR_DENIES.search("\n".join(around)) is not None


def clause_of(quote: str, text: str) -> str:
    """The quote with its clause up to it, where its subject stands before it ("My friend | takes metformin")."""
    before = phrases.CLAUSE_BEFORE.search(text.partition(quote)[0])
    return quote if before is None or phrases.OWN_SUBJECT.match(quote) else before[0] + quote


def words_of(text: str) -> set[str]:
    return {word for word in re.findall(r"[^\W\d_]+", text.lower()) if len(word) > 3}
