"""The registry of silos, and who may open one."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from memory.models.account import validate_time_zone


class Record(models.Model):
    """One silo. `subject` is "self" for the account's owner, else a relation ("mother").

    Every silo table refers to this row: when it is gone, nothing late can be written.
    """

    user_key = models.TextField(primary_key=True)
    label = models.TextField(default="", blank=True)
    subject = models.TextField(default="self")
    subject_name = models.TextField(default="", blank=True)
    time_zone = models.CharField(max_length=64, default="UTC", validators=[validate_time_zone])
    restricted = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "memory_record"
        indexes = [models.Index(fields=["created_at", "user_key"], name="record_in_order")]

    def __str__(self) -> str:
        return "a record"


class RecordAccess(models.Model):
    """An account that may open a record as its patient."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user_key = models.TextField()
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    granted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "record_access"
        constraints = [models.UniqueConstraint(fields=["user_key", "account"], name="record_access_once")]

    def __str__(self) -> str:
        return f"access {self.id}"


class CareRelationship(models.Model):
    """A clinician who cares for the record's subject, from when and until when (None: still)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user_key = models.TextField()
    clinician = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    began = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "care_relationship"
        verbose_name, verbose_name_plural = "care relationship", "care relationships"
        indexes = [models.Index(fields=["clinician", "user_key"], name="care_of_clinician")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ended__isnull=True) | models.Q(ended__gt=models.F("began")), name="care_ends_later"
            )
        ]

    def __str__(self) -> str:
        return f"care {self.id}"
