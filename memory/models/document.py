"""Documents that a person or a clinician handed in, page by page."""

from __future__ import annotations

import uuid

from django.db import models


class Document(models.Model):
    """A document with its date (as far as known); its pages hold the words."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user_key = models.TextField()
    title = models.TextField()
    document_date = models.DateField(null=True)
    date_precision = models.TextField(null=True)  # noqa: DJ001 - NULL exactly where `document_date` is
    handed_in_by = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "memory_document"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(document_date__isnull=True, date_precision__isnull=True)
                | models.Q(
                    document_date__isnull=False,
                    date_precision__isnull=False,
                    date_precision__in=["day", "month", "year"],
                ),
                name="document_date_with_precision",
            )
        ]

    def __str__(self) -> str:
        return f"document {self.id}"


class DocumentPage(models.Model):
    """One page of a document, numbered from 1."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user_key = models.TextField()
    document = models.ForeignKey(Document, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False)
    number = models.PositiveIntegerField()
    text = models.TextField()

    class Meta:
        db_table = "memory_document_page"
        constraints = [models.UniqueConstraint(fields=["user_key", "document", "number"], name="page_once")]

    def __str__(self) -> str:
        return f"page {self.id}"
