"""What the privacy office keeps: requests with their clock, orders to erase, and digests of accounts that were closed.

None of it belongs to a silo: it outlives an erasure. It holds digests, dates and codes; no key, no name, no words.
"""

from __future__ import annotations

import uuid
from enum import StrEnum

from django.db import models
from django.db.models.functions import Now

CODE = r"^[A-Za-z0-9_./-]{0,40}$"


class Asked(StrEnum):
    """What a person may ask for (GDPR, articles 15 to 18 and 20)."""

    ACCESS = "access"
    EXPORT = "export"
    RECTIFICATION = "rectification"
    ERASURE = "erasure"
    RESTRICTION = "restriction"


class PrivacyRequest(models.Model):
    """One request of a person, by the digest of their record.

    Due one month after it was received, three where it was extended (GDPR, article 12(3)); the database computes the
    day, and writes who and when from the signed pass. `outcome` closes it. `reference` is a code, never a name.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    silo_digest = models.TextField()
    kind = models.TextField(choices=[(kind.value, kind.value) for kind in Asked])
    reference = models.TextField(default="", blank=True)
    received_on = models.DateField()
    due_on = models.DateField(null=True)
    extended_at = models.DateTimeField(null=True)
    opened_by = models.TextField(default="")
    opened_at = models.DateTimeField(db_default=Now())
    closed_at = models.DateTimeField(null=True)
    closed_by = models.TextField(default="")
    outcome = models.TextField(default="")

    class Meta:
        db_table = "memory_privacy_request"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=[kind.value for kind in Asked]), name="request_kind_known"
            ),
            models.CheckConstraint(condition=models.Q(reference__regex=CODE), name="request_reference_is_a_code"),
        ]
        indexes = [
            models.Index(fields=["silo_digest"], name="request_of_silo"),
            models.Index(fields=["due_on"], condition=models.Q(closed_at__isnull=True), name="request_due"),
            models.Index(fields=["-closed_at"], condition=models.Q(closed_at__isnull=False), name="request_closed"),
        ]

    def __str__(self) -> str:
        return f"request {self.id}"


class ErasureOrder(models.Model):
    """An erasure that one of the privacy staff asked for and another has to carry out; decided once.

    `decision` is "" while it waits, then "erased" (with its receipt) or "withdrawn".
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    silo_digest = models.TextField()
    basis = models.TextField()
    close_account = models.BooleanField(default=False)
    asked_by = models.TextField(default="")
    asked_at = models.DateTimeField(db_default=Now())
    decision = models.TextField(default="")
    decided_by = models.TextField(default="")
    decided_at = models.DateTimeField(null=True)
    receipt_id = models.UUIDField(null=True)

    class Meta:
        db_table = "memory_erasure_order"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(decision__in=["", "erased", "withdrawn"]), name="order_decision_known"
            ),
            models.UniqueConstraint(
                fields=["silo_digest"], condition=models.Q(decision=""), name="order_one_waits_for_a_silo"
            ),
        ]

    def __str__(self) -> str:
        return f"order {self.id}"


class ClosedAccount(models.Model):
    """An account that was closed: a digest of its number and of when it joined, from which nobody is found."""

    digest = models.TextField(primary_key=True)
    closed_at = models.DateTimeField()

    class Meta:
        db_table = "memory_closed_account"

    def __str__(self) -> str:
        return "a closed account"
