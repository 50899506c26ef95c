"""Audit, access log and receipts. Written by the database itself or through its functions; never edited.

No foreign keys to live data: these rows outlive what they speak of (but not an erasure, receipts apart).
"""

from __future__ import annotations

import uuid

from django.db import models


class AuditRow(models.Model):
    """One change of a row, a link of its silo's hash chain; see migrations/sql for what is hashed.

    `payload` ({"old", "new"}) and `salt` are None together once the words were forgotten.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    user_key = models.TextField()
    seq = models.BigIntegerField()
    at = models.DateTimeField()
    table_name = models.TextField()
    row_id = models.TextField()
    op = models.TextField()
    by = models.TextField()
    door = models.TextField()
    why = models.TextField()
    salt = models.BinaryField(null=True)
    payload = models.JSONField(null=True)
    digest = models.BinaryField()
    prev = models.BinaryField()
    hash = models.BinaryField()

    class Meta:
        db_table = "memory_audit"
        constraints = [
            models.UniqueConstraint(fields=["user_key", "seq"], name="audit_in_order"),
            models.CheckConstraint(
                condition=models.Q(salt__isnull=True, payload__isnull=True)
                | models.Q(salt__isnull=False, payload__isnull=False),
                name="audit_words_with_salt",
            ),
        ]
        indexes = [models.Index(fields=["user_key", "row_id"], name="audit_of_row")]

    def __str__(self) -> str:
        return f"audit row {self.seq}"


class AuditHead(models.Model):
    """The last link of a silo's chain; its row lock puts writers in order."""

    user_key = models.TextField(primary_key=True)
    seq = models.BigIntegerField()
    hash = models.BinaryField()

    class Meta:
        db_table = "memory_audit_head"

    def __str__(self) -> str:
        return f"audit head {self.seq}"


class AccessLog(models.Model):
    """Who looked at whose record, when and through which door; also every placing of facts in a prompt."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user_key = models.TextField()
    at = models.DateTimeField(auto_now_add=True)
    by = models.TextField()
    door = models.TextField()
    what = models.TextField()
    why = models.TextField(default="")
    facts = models.JSONField(default=list)

    class Meta:
        db_table = "memory_access_log"
        indexes = [models.Index(fields=["user_key", "at"], name="access_of_silo")]

    def __str__(self) -> str:
        return f"access {self.id}"


class ErasureReceipt(models.Model):
    """Proof of an erasure without its content: a digest of the key, counts by table, moments, basis.

    `rows_gone_at`: no row of any table holds the person; `bytes_gone_at`: no byte of the data directory does.
    `verification`: what was found when it was looked for right afterwards ({"at", "tables", "rows", "jobs", "cached"}).
    """

    id = models.UUIDField(primary_key=True, editable=False)
    silo_digest = models.TextField()
    rows_gone_at = models.DateTimeField()
    bytes_gone_at = models.DateTimeField(null=True)
    by = models.TextField()
    basis = models.TextField()
    counts = models.JSONField()
    verification = models.JSONField(null=True)

    class Meta:
        db_table = "memory_erasure_receipt"
        verbose_name, verbose_name_plural = "receipt", "receipts of erasures"
        indexes = [
            models.Index(fields=["silo_digest"], name="receipt_of_silo"),
            models.Index(fields=["-rows_gone_at", "id"], name="receipt_newest"),
        ]

    def __str__(self) -> str:
        return f"receipt {self.id}"
