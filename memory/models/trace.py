"""Recall traces: what was looked for, found, placed, cited and withheld, for each reply."""

from __future__ import annotations

import uuid

from django.db import models

from memory.models.transcript import Session, Turn


class RecallTrace(models.Model):
    """One reply's trace.

    shortlist: [{"id", "similarity", "score", "why"}]; placed: [{"id", "slot", "why"}]; quotations: [turn id];
    sentences: [{"text", "facts": [id], "turns": [id], "withheld": why or ""}], the reply's own sentences with what
    each rests on, so that forgetting a fact can take its sentences out of the transcript; lookups: [{"question",
    "about", "from", "to", "placed": [id], "quotations": [turn id], "silent"}], what the engine looked up, in order.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user_key = models.TextField()
    session = models.ForeignKey(Session, null=True, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False)
    question_turn = models.ForeignKey(
        Turn, null=True, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+"
    )
    reply_turn = models.ForeignKey(
        Turn, null=True, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+"
    )
    query = models.TextField()
    day = models.DateField()
    shortlist = models.JSONField(default=list)
    placed = models.JSONField(default=list)
    quotations = models.JSONField(default=list)
    sentences = models.JSONField(default=list)
    lookups = models.JSONField(default=list)
    silent = models.BooleanField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "memory_recall_trace"
        indexes = [
            models.Index(fields=["user_key", "session"], name="trace_of_session"),
            # Each turn that goes asks for its traces; without these an erasure takes the square of a record's turns.
            models.Index(fields=["user_key", "question_turn"], name="trace_of_question"),
            models.Index(fields=["user_key", "reply_turn"], name="trace_of_reply"),
        ]

    def __str__(self) -> str:
        return f"trace {self.id}"
