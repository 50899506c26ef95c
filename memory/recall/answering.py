"""Answering: whether a row is what the question asks for, or only stands near it.

Likeness answers nothing. A row answers where it is of the very thing, people, side, kind and time that are asked for: a
medicine of the same class, another relative, another clinician's word, another year are silence.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from memory.recall.asked import Asked
from memory.recall.cues import DRUG_CLASS, HAPPENED, HOLDS, INSTRUCT, NO_OPERATION, OPERATED, STRICT
from memory.recall.matching import Match, begins_in, entity_of, share_of
from memory.recall.terms import WEAKLY, Term, fold
from memory.recollection import Slot
from memory.vocabulary import ANY, Tag

MEASURED = frozenset({Tag.LAB, Tag.VITAL})
_TELLING = STRICT | {Tag.PREFERENCE, Tag.CARE_TEAM, Tag.CONDITION}
_ENOUGH = 0.5  # more than this share of the question's words makes its topic


def answers(asked: Asked, match: Match, day: date) -> bool:
    """Return whether the row answers a question asked on `day`."""
    if asked.has_topic:
        meets = _meets_topic(asked, match)
    elif asked.people:
        meets = bool(match.people)
    elif asked.relatives:
        meets = _is_of_whom(asked, match)
    else:
        meets = _answers_broadly(asked, match)
    return meets and _is_of_time_and_kind(asked, match, day)


def _is_of_time_and_kind(asked: Asked, match: Match, day: date) -> bool:
    """True where the row is of the time and the kind that are asked for; a summary only where one is asked for."""
    fact = match.fact
    in_time = (
        not asked.windows or _is_of_any_time(asked, day) or (match.window is not None and _is_dated_so(asked, match))
    )
    if fact.tag is Tag.EPISODE:
        return in_time and asked.asks_for(Tag.EPISODE)
    certain = any(name.said in match.named for name in asked.names if name.exact and not name.kin)
    if fact.tag is Tag.MEDICATION and asked.kinds & MEASURED and not asked.asks_for(Tag.MEDICATION) and asked.names:
        return False  # "my vitamin D level" is no tablet
    if _is_no_instruction(asked, match):
        return False
    if asked.kinds == {Tag.DIRECTIVE} and fact.tag in MEASURED and asked.has_topic and not match.named:
        return False
    certain = certain or (match.share == 1 and not asked.names)
    return in_time and asked.fits(fact.tag, f"{fact.text} {' '.join(fact.keys)}", named=certain)


def _is_no_instruction(asked: Asked, match: Match) -> bool:
    """What one is to do is told by no reading, and whether to leave a medicine out by none that is merely taken."""
    if not INSTRUCT.search(asked.text):
        return False
    taken = match.fact.tag is Tag.MEDICATION and HOLDS.search(asked.text) and not HOLDS.search(match.fact.text)
    return match.fact.tag in MEASURED or bool(taken)


def _is_dated_so(asked: Asked, match: Match) -> bool:
    """What was measured or done in a time is told by what is dated in it: not by a rule, or a state, that held then.

    A state tells of its own thing only: "heart failure with reduced ejection fraction" tells no ejection fraction of
    that year.
    """
    fact = match.fact
    if not fact.tag.is_state or fact.tag is Tag.MEDICATION or not asked.has_topic or begins_in(asked, fact):
        return True
    if fact.tag is Tag.DIRECTIVE and not asked.asks_for(Tag.DIRECTIVE):
        return False
    own = fold(f"{entity_of(fact)} {fact.attribute}")
    return any(term.within(own) for term in (*asked.names, *asked.words))


def _is_no_operation(asked: Asked, match: Match) -> bool:
    """ "When was my knee operated on?" is not answered by an injection."""
    fact = match.fact
    if fact.tag is not Tag.PROCEDURE or not OPERATED.search(asked.text):
        return False
    return NO_OPERATION.search(fact.text) is not None and not OPERATED.search(fact.text)


def _meets_topic(asked: Asked, match: Match) -> bool:
    if not _may_answer(asked, match):
        return False
    if match.of_kind and match.fact.tag is Tag.MEDICATION and any(term.said in match.wider for term in asked.purposes):
        return True
    if match.fact.negated and match.of_kind and (match.fact.memory_key or "").endswith(f":{ANY}"):
        return True
    if asked.general:
        return share_of([word for word in asked.beyond_names if word.said in match.words], asked.beyond_names) > _ENOUGH
    names = [name for name in asked.names if name.said not in asked.aside]
    return _is_of_the_named(asked, match, names) if names else _is_worded(asked, match)


def _may_answer(asked: Asked, match: Match) -> bool:
    """False for a near miss: another side, another relative, another clinician, a thing that is only for it."""
    if _is_no_operation(asked, match) or _is_only_for_it(asked, match) or _is_other_side(asked, match):
        return False
    by_whom = bool(match.people) or all(person.said in asked.aside for person in asked.people)
    return by_whom and _is_of_whom(asked, match)


def _is_worded(asked: Asked, match: Match) -> bool:
    """True where most of the question's words stand in the row; the kind that it asks for counts as one of them."""
    if match.share > _ENOUGH or _is_what_may_be_done(asked, match):
        return True
    words = sum(w.weight > WEAKLY and w.said not in asked.aside for w in asked.words)
    of_kind = match.of_kind and match.fact.tag in _TELLING
    return of_kind and words > 0 and (match.share * words + 1) / (words + 1) > _ENOUGH


def _is_what_may_be_done(asked: Asked, match: Match) -> bool:
    """ "Can I drive home from choir?" asks about driving: an instruction on the act itself answers."""
    act = INSTRUCT.search(asked.text)
    if act is None or match.fact.tag is not Tag.DIRECTIVE:
        return False
    done = [word for said in fold(asked.text[act.end() :]).split()[:2] for word in asked.words if word.within(said)]
    return bool(done) and all(word.said in match.words or word.weight <= WEAKLY for word in done)


def _is_of_the_named(asked: Asked, match: Match, names: Sequence[Term]) -> bool:
    """True where the row is of a thing that is named; of what only belongs to a part of the body, where more is met.

    "The ultrasound of my thyroid" is no thyroid test; "my thyroid tablet" is a tablet for it.
    """
    certain = [name for name in names if name.exact]
    if match.fact.tag is Tag.PROCEDURE and not all(name.said in match.named for name in names if not name.exact):
        return False  # an ultrasound of another part
    if certain:
        return any(name.said in match.named for name in certain) or _in_its_words(asked, match, certain)
    if match.of_kind and asked.kinds & STRICT and any(name.said in match.named for name in names):
        return True
    beyond = [word for word in asked.beyond_names if word.said not in asked.aside]
    met = any(name.said in match.named for name in names) + sum(word.said in match.words for word in beyond)
    return met / (1 + len(beyond)) > _ENOUGH


def _in_its_words(asked: Asked, match: Match, names: Sequence[Term]) -> bool:
    """True where all words by which a thing was named stand in the row: "the knee hurts", "pain in the knee"."""
    said = {word.said for word in asked.words if word.said in asked.naming and word.said not in asked.aside}
    worded = all(any(word.within(spelt) for word in asked.words for spelt in name.spelt) for name in names)
    return bool(said) and worded and said <= {*match.words}


def _is_other_side(asked: Asked, match: Match) -> bool:
    """The left knee is not the right one; a row that names no side, or both, may be of either."""
    return bool(asked.side and match.side and asked.side != match.side)


def _is_of_whom(asked: Asked, match: Match) -> bool:
    """Of a relative only what is of them answers; of oneself the family's history does not."""
    if asked.relatives and not (asked.kept_for and match.fact.tag is not Tag.FAMILY_HISTORY):
        fact = match.fact
        return any(who.within(fold(f"{' '.join(fact.keys)} ; {fact.text} ; {fact.source}")) for who in asked.relatives)
    return match.fact.tag is not Tag.FAMILY_HISTORY or asked.asks_for(Tag.FAMILY_HISTORY)


def _is_only_for_it(asked: Asked, match: Match) -> bool:
    """ "How is my cholesterol?" is not answered by a medicine that is for it, unless medicines are asked for."""
    if match.fact.tag is not Tag.MEDICATION or asked.asks_for(Tag.MEDICATION):
        return False
    text = fold(f"{match.fact.attribute} {match.fact.text}")
    found = [term for term in (*asked.names, *asked.words) if term.said in {*match.named, *match.words}]
    return not any(term.within(text) or DRUG_CLASS.search(term.said) for term in found)


def _answers_broadly(asked: Asked, match: Match) -> bool:
    """No thing is named: a kind, a time, a change, what does not agree, or everything is asked for."""
    if asked.contradictions:
        return match.row.slot is Slot.CONFLICT
    kinds = asked.kinds - ({Tag.DIRECTIVE} if asked.broad else set())  # "what should I tell them about me?"
    if kinds:
        return match.fact.tag in (kinds & STRICT or kinds)
    if asked.windows:
        of_that_day = bool(asked.speakers) or HAPPENED.search(asked.text) is not None
        return begins_in(asked, match.fact) or not (of_that_day and match.fact.tag.is_state)
    return match.changed if asked.change else asked.broad and match.row.slot is not Slot.HISTORY


def _is_of_any_time(asked: Asked, day: date) -> bool:
    """ "today" and the like ask for what holds now: no limit."""
    return all(window.first <= day <= window.last and window.first == window.last for window in asked.windows)
