"""The search of people's own turns: one query, exact, a scan of one silo.

What a turn is worth: how near it is in meaning, how rare the words are that it shares with the question (BM25: there is
no index of words to keep, and none to erase), and what was distilled from it; then a part of what the turns beside it
are worth, since an answer stands beside the words that it answers, and of the conversation that it belongs to. Meaning
and words are counted in standard deviations over the record's turns, so that no threshold of one model enters.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db import connection

from memory.dates import local_day
from memory.recall.lookup import Probe
from memory.recall.terms import Term
from memory.vocabulary import Retired, Speaker, Status

MISLEADING = frozenset({Status.RETRACTED.value, Retired.CORRECTED.value})
_WORDS, _BESIDE, _TALK, _SPOKEN = 0.5, 0.3, 0.6, 1.5
_TITLE = r"(?:(?:dra?|nurse|mrs?|ms|sra?)\.? )?"


@dataclass(frozen=True, slots=True)
class FoundTurn:
    """A person's turn from an earlier session.

    `score` orders the turns; `similarity` is its cosine to the question, None where it has no vector of the model.
    `words` is the weight of the words shared (BM25), `told` what the facts that it told lend to it, `beside` what its
    neighbours do. `retired` holds why facts that it told were superseded or withdrawn: its words may mislead.
    `answered`: a fact that answers was told in it.
    """

    id: UUID
    speaker: Speaker
    said_on: date
    text: str
    score: float
    similarity: float | None
    words: float
    told: float
    beside: float
    retired: frozenset[str]
    answered: bool

    @property
    def why(self) -> tuple[str, ...]:
        """What found it."""
        reasons = [f"words: {self.words:.1f}"] if self.words else []
        reasons += [f"meaning: {self.similarity:.2f}"] if self.similarity is not None else []
        reasons += ["facts: told what the question finds"] if self.told else []
        return (*reasons, *(["beside: its neighbours in the conversation"] if self.beside > 0 else []))


def found_turns(
    user_key: str,
    terms: Sequence[Term],
    probe: Probe | None,
    *,
    by: Collection[Speaker],
    lent: Mapping[UUID, float],
    answers: Sequence[UUID],
    exclude: UUID | None,
    count: int,
) -> list[FoundTurn]:
    """Return the best turns of people, best first; none of the session `exclude`.

    `by` are the speakers whose words are asked for; a turn of a transcript ("Dr. Rao: …") is also its speaker's whom a
    term names. `lent` is what found facts are worth; `answers` are those that answer.
    """
    patterns = [term.pattern for term in terms]
    vector, centred = probe.written if probe else (None, None)
    asked = {
        "key": user_key,
        "exclude": exclude,
        "vector": vector,
        "centred": centred,
        "model": probe.model if probe else "",
        "patterns": [rf"\m{pattern}\M" for pattern in patterns],
        "by": [*by],
        "named": rf"\A{_TITLE}(?:{'|'.join(patterns) or '-'})(?: \w+)?:",
        "weights": [term.weight for term in terms],
        "facts": list(lent),
        "lent": list(lent.values()),
        "answers": list(answers),
        "count": count,
    }
    with connection.cursor() as cursor:
        cursor.execute(_TURNS, asked)
        rows = cursor.fetchall()
    return [
        FoundTurn(
            id,
            Speaker(who),
            local_day(at, zone),
            text,
            score,
            cosine,
            words,
            told,
            beside,
            frozenset(retired or ()),
            answered,
        )
        for id, who, at, zone, text, score, cosine, words, told, beside, retired, answered in rows
    ]


_TURNS = f"""
    WITH turn AS MATERIALIZED (
      SELECT t.id, t.session_id, t.seq, t.text, t.speaker = ANY (%(by)s) OR t.text ~* %(named)s AS asked,
             e.embedding <=> %(centred)s::vector AS away,
             length(t.text) / greatest(avg(length(t.text)) OVER (), 1) AS long, count(*) OVER () AS all_turns
        FROM adk_session_events t
        JOIN adk_sessions s ON s.user_key = t.user_key AND s.id = t.session_id
        LEFT JOIN memory_turn_embedding e
               ON e.user_key = t.user_key AND e.id = t.id AND e.embedding_model = %(model)s
       WHERE t.user_key = %(key)s AND t.speaker <> '{Speaker.ADVOCATE}' AND NOT t.removed
         AND (%(exclude)s::uuid IS NULL OR s.public_id <> %(exclude)s::uuid)),
    hit AS (
      SELECT t.id, w.pattern, w.weight, t.long, t.all_turns, regexp_count(t.text, w.pattern, 1, 'i') AS times
        FROM turn t CROSS JOIN unnest(%(patterns)s::text[], %(weights)s::float8[]) AS w (pattern, weight)
       WHERE t.text ~* w.pattern),
    part AS (
      SELECT id, weight * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * long))
                 * ln(1 + (all_turns - count(*) OVER p + 0.5) / (count(*) OVER p + 0.5)) AS part
        FROM hit WINDOW p AS (PARTITION BY pattern)),
    worded AS (SELECT id, sum(part)::float8 AS words FROM part GROUP BY id),
    told AS (
      SELECT e.turn_id AS id, max(f.worth) AS told
        FROM unnest(%(facts)s::uuid[], %(lent)s::float8[]) AS f (id, worth)
        JOIN memory_evidence e ON e.user_key = %(key)s AND e.fact_id = f.id GROUP BY e.turn_id),
    own AS (
      SELECT t.id, t.session_id, t.seq, t.asked, coalesce(w.words, 0) AS words, coalesce(f.told, 0) AS told,
             coalesce((avg(t.away) OVER () - t.away) / nullif(stddev_pop(t.away) OVER (), 0), 0)
             + {_WORDS} * coalesce((coalesce(w.words, 0) - avg(coalesce(w.words, 0)) OVER ())
                                   / nullif(stddev_pop(coalesce(w.words, 0)) OVER (), 0), 0)
             + coalesce(f.told, 0) AS own
        FROM turn t LEFT JOIN worded w USING (id) LEFT JOIN told f USING (id)),
    beside AS (
      SELECT *, {_BESIDE} * (coalesce(lag(own) OVER talk, 0) + coalesce(lead(own) OVER talk, 0)) AS beside,
             row_number() OVER (PARTITION BY session_id ORDER BY own DESC, seq) AS place
        FROM own WINDOW talk AS (PARTITION BY session_id ORDER BY seq)),
    best AS (
      SELECT id, words, told, beside,
             own + beside + {_SPOKEN} * asked::int
             + {_TALK} * avg(own) FILTER (WHERE place <= 3) OVER (PARTITION BY session_id) AS score
        FROM beside ORDER BY score DESC, id LIMIT %(count)s)
    SELECT t.id, t.speaker, t.said_at, t.time_zone, t.text, b.score::float8,
           (1 - (e.embedding <=> %(vector)s::vector))::float8, b.words, b.told, b.beside::float8,
           (SELECT array_agg(DISTINCT CASE f.status WHEN '{Status.RETRACTED}' THEN f.status ELSE f.retired_why END)
              FROM memory_evidence v JOIN adk_memory_facts f ON f.user_key = v.user_key AND f.id = v.fact_id
             WHERE v.user_key = %(key)s AND v.turn_id = t.id
               AND f.status IN ('{Status.RETRACTED}', '{Status.SUPERSEDED}')),
           EXISTS (SELECT FROM memory_evidence v
                    WHERE v.user_key = %(key)s AND v.turn_id = t.id AND v.fact_id = ANY (%(answers)s::uuid[]))
      FROM best b
      JOIN adk_session_events t ON t.user_key = %(key)s AND t.id = b.id
      LEFT JOIN memory_turn_embedding e ON e.user_key = t.user_key AND e.id = t.id AND e.embedding_model = %(model)s
     ORDER BY b.score DESC, b.id"""  # noqa: S608 - enums and weights of ours; words are parameters
