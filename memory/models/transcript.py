"""Transcripts: sessions and their turns. A transcript row judges nothing."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import models
from pgvector.django import VectorField

from memory.engine import DIMENSIONS
from memory.models.document import Document
from memory.vocabulary import SessionState, Speaker


class Session(models.Model):
    """One conversation, or the reading of one document (`document`; its pages stand in the place of turns).

    `id` is `<app>/<record>/<public id>`; only `public_id` leaves the database. Turns up to `distilled_seq` have
    become facts, turns up to `embedded_seq` are searchable. `failure` names a kind of error, never words.
    """

    id = models.TextField(primary_key=True)
    user_key = models.TextField()
    public_id = models.UUIDField(default=uuid.uuid4, editable=False)
    app_name = models.TextField()
    user_id = models.TextField()
    state = models.JSONField(default=dict, blank=True)
    agent_version = models.TextField(default="")
    status = models.TextField(default=SessionState.OPEN)
    idle_seconds = models.PositiveIntegerField(default=1800)
    last_update_time = models.BigIntegerField()
    expire_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    distilled_at = models.DateTimeField(null=True, blank=True)
    distilled_seq = models.IntegerField(default=0)
    embedded_seq = models.IntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    failure = models.TextField(default="", blank=True)
    document = models.ForeignKey(
        Document, null=True, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="readings"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "adk_sessions"
        constraints = [
            models.UniqueConstraint(fields=["public_id"], name="session_public_id"),
            models.UniqueConstraint(
                fields=["user_key", "app_name"], condition=models.Q(status="open"), name="session_one_open"
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=[state.value for state in SessionState]), name="session_status_known"
            ),
        ]
        indexes = [
            models.Index(fields=["user_key", "created_at"], name="session_of_silo"),
            models.Index(
                fields=["status", "due_at"],
                condition=~models.Q(status__in=["done", "nothing found", "failed"]),
                name="session_due",
            ),
            models.Index(fields=["failure"], condition=models.Q(status="failed"), name="session_failed"),
            models.Index(fields=["expire_at"], condition=models.Q(expire_at__isnull=False), name="session_expiring"),
        ]

    def __str__(self) -> str:
        return f"session {self.public_id}"

    @property
    def events(self) -> list[dict[str, Any]]:
        """The turns as a JSON array, oldest first; read from the rows, stored nowhere else."""
        turns = Turn.objects.filter(user_key=self.user_key, session_id=self.id).order_by("seq")
        return [turn.as_event() for turn in turns]


class Turn(models.Model):
    """One message of a session, append-only. `said_at` is the moment, `time_zone` where the person's day was.

    `removed` marks a turn from which a forgotten sentence was taken out; such a turn is never searched.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user_key = models.TextField()
    session = models.ForeignKey(Session, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False)
    seq = models.PositiveIntegerField()
    speaker = models.TextField(choices=[(s.value, s.value) for s in Speaker])
    said_at = models.DateTimeField()
    time_zone = models.TextField()
    text = models.TextField()
    note = models.TextField(default="", blank=True)
    removed = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "adk_session_events"
        constraints = [
            models.UniqueConstraint(fields=["user_key", "session", "seq"], name="turn_in_order"),
            models.CheckConstraint(
                condition=models.Q(speaker__in=[s.value for s in Speaker]), name="turn_speaker_known"
            ),
        ]

    def __str__(self) -> str:
        return f"turn {self.id}"

    def as_event(self) -> dict[str, Any]:
        """Return the turn in the shape of a session's `events`."""
        return {
            "id": str(self.id),
            "author": self.speaker,
            "timestamp": self.said_at.timestamp(),
            "time_zone": self.time_zone,
            "content": {
                "role": "model" if self.speaker == Speaker.ADVOCATE else "user",
                "parts": [{"text": self.text}],
            },
        }


class TurnEmbedding(models.Model):
    """The vector of a person's own turn; its id is the turn's. Comes back as a quotation, never as a fact."""

    id = models.UUIDField(primary_key=True, editable=False)
    user_key = models.TextField()
    embedding = VectorField(dimensions=DIMENSIONS)
    embedding_model = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "memory_turn_embedding"

    def __str__(self) -> str:
        return f"vector of turn {self.id}"
