"""Facts, what they rest on, what was held back, and what contradicts."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from pgvector.django import VectorField

from memory.engine import DIMENSIONS
from memory.models.document import DocumentPage
from memory.models.transcript import Session, Turn
from memory.vocabulary import Retired, Status, Tag


class Fact(models.Model):
    """One row of the record. Text, date, source and tag never change once written (the database refuses).

    `fact_date` is the first day of `date_precision` (day, month, year), both None where the fact has no date.
    `attribute`, `value`, `unit`, `frequency`, `route`, `as_needed` are the structured value, as said.
    `memory_key` is the address of a state; one active, uncontested row stands at it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user_key = models.TextField()
    fact = models.TextField()
    embedding = VectorField(dimensions=DIMENSIONS, null=True)
    embedding_model = models.TextField(null=True)  # noqa: DJ001 - NULL where there is no vector yet, as in `embedding`
    tag = models.TextField(choices=[(t.value, t.value) for t in Tag])
    fact_date = models.DateField(null=True)
    date_precision = models.TextField(null=True)  # noqa: DJ001 - NULL exactly where `fact_date` is
    source = models.TextField()
    status = models.TextField(default=Status.ACTIVE, choices=[(s.value, s.value) for s in Status])
    keys = ArrayField(models.TextField(), default=list)
    memory_key = models.TextField(null=True)  # noqa: DJ001 - NULL for a series, which has no address
    subject = models.TextField(default="self")
    attribute = models.TextField(default="")
    value = models.TextField(null=True)  # noqa: DJ001 - NULL where nothing was said of it
    unit = models.TextField(null=True)  # noqa: DJ001
    frequency = models.TextField(null=True)  # noqa: DJ001
    route = models.TextField(null=True)  # noqa: DJ001
    as_needed = models.BooleanField(null=True)
    negated = models.BooleanField(default=False)
    importance = models.PositiveSmallIntegerField(default=3)
    expires_at = models.DateTimeField(null=True)
    contested = models.BooleanField(default=False)
    superseded_by = models.ForeignKey(
        "self",
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        db_column="superseded_by",
        db_index=False,
        related_name="replaced",
    )
    retired_at = models.DateTimeField(null=True)
    retired_by = models.TextField(default="")
    retired_why = models.TextField(default="")
    retired_note = models.TextField(default="")
    session = models.ForeignKey(
        Session, null=True, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="facts"
    )
    engine = models.TextField(default="")
    prompt_version = models.TextField(default="")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "adk_memory_facts"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(status="superseded", superseded_by__isnull=False)
                | (~models.Q(status="superseded") & models.Q(superseded_by__isnull=True)),
                name="fact_superseded_iff_successor",
            ),
            models.CheckConstraint(
                condition=~models.Q(superseded_by=models.F("id")), name="fact_not_its_own_successor"
            ),
            models.CheckConstraint(condition=models.Q(status__in=[s.value for s in Status]), name="fact_status_known"),
            models.CheckConstraint(condition=models.Q(tag__in=[t.value for t in Tag]), name="fact_tag_known"),
            models.CheckConstraint(
                condition=models.Q(fact_date__isnull=True, date_precision__isnull=True)
                | models.Q(
                    fact_date__isnull=False, date_precision__isnull=False, date_precision__in=["day", "month", "year"]
                ),
                name="fact_date_with_precision",
            ),
            models.CheckConstraint(
                condition=models.Q(embedding__isnull=True, embedding_model__isnull=True)
                | models.Q(embedding__isnull=False, embedding_model__isnull=False),
                name="fact_vector_with_model",
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=["superseded", "retracted"], retired_at__isnull=False)
                | (~models.Q(status__in=["superseded", "retracted"]) & models.Q(retired_at__isnull=True)),
                name="fact_retired_with_moment",
            ),
            models.CheckConstraint(
                condition=~models.Q(status="superseded") | models.Q(retired_why__in=[r.value for r in Retired]),
                name="fact_superseded_with_reason",
            ),
            models.CheckConstraint(condition=~models.Q(fact="") & ~models.Q(source=""), name="fact_says_something"),
            models.CheckConstraint(
                condition=models.Q(keys__len__gte=1, keys__len__lte=5), name="fact_one_to_five_keys"
            ),
            models.UniqueConstraint(
                fields=["user_key", "memory_key"],
                condition=models.Q(status="active", contested=False, memory_key__isnull=False),
                name="fact_one_current",
            ),
        ]
        indexes = [
            models.Index(fields=["user_key", "status"], name="fact_of_silo"),
            models.Index(fields=["user_key", "memory_key"], name="fact_at_address"),
            models.Index(
                fields=["user_key", "superseded_by"],
                condition=models.Q(superseded_by__isnull=False),
                name="fact_predecessors",
            ),
            models.Index(fields=["user_key"], condition=models.Q(embedding__isnull=True), name="fact_unembedded"),
            models.Index(fields=["fact_date"], condition=models.Q(status="planned"), name="fact_planned"),
        ]

    def __str__(self) -> str:
        return f"fact {self.id}"


class Evidence(models.Model):
    """Where a fact was said: quoted words, speaker, moment, zone and session copied, since the turn may go."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user_key = models.TextField()
    fact = models.ForeignKey(
        Fact, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="evidence"
    )
    turn = models.ForeignKey(Turn, null=True, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False)
    page = models.ForeignKey(DocumentPage, null=True, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False)
    session = models.ForeignKey(Session, null=True, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False)
    quote = models.TextField()
    speaker = models.TextField()
    said_at = models.DateTimeField()
    time_zone = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "memory_evidence"
        constraints = [models.CheckConstraint(condition=~models.Q(quote=""), name="evidence_quotes_words")]
        indexes = [
            models.Index(fields=["user_key", "fact"], name="evidence_of_fact"),
            models.Index(fields=["user_key", "turn"], name="evidence_in_turn"),
        ]

    def __str__(self) -> str:
        return f"evidence {self.id}"


class HeldDraft(models.Model):
    """A draft that did not become a fact, with the reason in words that its patient understands."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user_key = models.TextField()
    session = models.ForeignKey(Session, null=True, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False)
    turn = models.ForeignKey(Turn, null=True, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False)
    text = models.TextField()
    quote = models.TextField(default="")
    tag = models.TextField()
    reason = models.TextField()
    explanation = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "memory_held_draft"
        indexes = [
            models.Index(fields=["user_key", "session"], name="held_of_session"),
            models.Index(fields=["user_key", "turn"], name="held_in_turn"),
        ]

    def __str__(self) -> str:
        return f"held draft {self.id}"


class Conflict(models.Model):
    """Two facts that contradict each other. Open while `settled_at` is None; `newer` raised it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user_key = models.TextField()
    older = models.ForeignKey(Fact, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+")
    newer = models.ForeignKey(Fact, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+")
    note = models.TextField()
    opened_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.TextField(default="")
    winner = models.ForeignKey(
        Fact, null=True, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+"
    )

    class Meta:
        db_table = "memory_conflict"
        constraints = [
            models.UniqueConstraint(
                fields=["user_key", "older", "newer"],
                condition=models.Q(settled_at__isnull=True),
                name="conflict_open_once",
            ),
            models.CheckConstraint(condition=~models.Q(older=models.F("newer")), name="conflict_between_two"),
        ]

    def __str__(self) -> str:
        return f"conflict {self.id}"


class FactUsage(models.Model):
    """How often a fact was placed in a prompt; kept outside the immutable row. Its id is the fact's."""

    id = models.UUIDField(primary_key=True, editable=False)
    user_key = models.TextField()
    times_placed = models.PositiveIntegerField(default=0)
    last_placed_at = models.DateTimeField()

    class Meta:
        db_table = "memory_fact_usage"

    def __str__(self) -> str:
        return f"usage of fact {self.id}"
