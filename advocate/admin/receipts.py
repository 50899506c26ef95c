"""Receipts of erasures, for privacy staff: what is shown to prove that a person was erased."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from advocate.admin.model_pages import PRIVACY_OFFICE, StaffModelAdmin
from advocate.showing.erasures import Gone
from memory.models import ErasureReceipt


class ReceiptAdmin(StaffModelAdmin):
    """Receipts, newest first, found by the digest of the key or by their own number."""

    door = PRIVACY_OFFICE
    list_display = ("short", "rows_gone_at", "bytes", "by", "basis")
    list_display_links = ("short",)
    search_fields = ("=id", "silo_digest")
    search_help_text = "The receipt's number, or the beginning of the digest"
    ordering = ("-rows_gone_at", "id")
    fields = ("id", "silo_digest", "rows_gone_at", "bytes", "by", "basis", "what_went", "what_was_found")
    readonly_fields: ClassVar[tuple[str, ...]] = fields

    @admin.display(description="Silo (digest)")
    def short(self, receipt: ErasureReceipt) -> str:
        """Return the beginning of the digest."""
        return receipt.silo_digest[:12]

    @admin.display(description="Bytes gone from disk")
    def bytes(self, receipt: ErasureReceipt) -> Any:
        """Return when the bytes went, or when they will."""
        return receipt.bytes_gone_at or "with the next nightly compaction"

    @admin.display(description="What went")
    def what_went(self, receipt: ErasureReceipt) -> SafeString:
        """Return the rows that went, by table."""
        lines = format_html_join("", "<li>{} {}</li>", ((f"{g.rows:,}", g.what) for g in Gone.of(receipt.counts)))
        return format_html('<ul class="plain">{}</ul>', lines)

    @admin.display(description="Looked for afterwards")
    def what_was_found(self, receipt: ErasureReceipt) -> str:
        """Return what was found of it when it was looked for right after the erasure."""
        found = receipt.verification
        if found is None:
            return "not looked for; `memory verify-erased` does"
        return (
            f"{found['rows']:,} rows in {found['tables']} tables, {found['jobs']} queued jobs,"
            f" {found['cached']} entries of broker and cache"
        )
