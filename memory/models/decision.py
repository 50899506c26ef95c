"""What people decided by hand about facts, contradictions and held drafts; kept outside the immutable rows."""

from __future__ import annotations

import uuid

from django.db import models

from memory.models.fact import Conflict, Fact, HeldDraft
from memory.models.transcript import Session
from memory.vocabulary import Decided


class Decision(models.Model):
    """One decision, append-only: undoing it is a row of its own, which names it in `undoes`.

    The database writes who, when and in which role from the signed pass; `name` is a clinician's at that time.
    `session` is the conversation that completes a held draft. `detail` holds ids and states alone: what a retraction or
    a settlement found, so that it can be undone; `restores`, of a fact written anew, the row of which it is a copy.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user_key = models.TextField()
    kind = models.TextField(choices=[(kind.value, kind.value) for kind in Decided])
    fact = models.ForeignKey(
        Fact, null=True, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="decisions"
    )
    conflict = models.ForeignKey(
        Conflict, null=True, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="decisions"
    )
    held = models.ForeignKey(
        HeldDraft, null=True, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="decisions"
    )
    session = models.ForeignKey(
        Session, null=True, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+"
    )
    undoes = models.ForeignKey(
        "self", null=True, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="undone_by"
    )
    by = models.TextField(default="")
    door = models.TextField(default="")
    name = models.TextField(default="")
    role = models.TextField(default="")
    reason = models.TextField(default="")
    detail = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "memory_decision"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=[kind.value for kind in Decided]), name="decision_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(fact__isnull=False)
                | models.Q(conflict__isnull=False)
                | models.Q(held__isnull=False),
                name="decision_about_something",
            ),
            models.CheckConstraint(
                condition=models.Q(undoes__isnull=True) | models.Q(kind__in=[kind.value for kind in Decided.undoing()]),
                name="decision_undoes_by_its_kind",
            ),
            models.UniqueConstraint(
                fields=["user_key", "undoes"], condition=models.Q(undoes__isnull=False), name="decision_undone_once"
            ),
        ]
        indexes = [
            models.Index(fields=["user_key", "fact"], name="decision_on_fact"),
            models.Index(fields=["user_key", "at"], name="decision_of_silo"),
        ]

    def __str__(self) -> str:
        return f"decision {self.id}"
