"""What an erasure takes, by table, in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memory.operations.preview import silo_models

_TABLES = {
    "adk_memory_facts": "facts",
    "memory_evidence": "quotes that facts rest on",
    "adk_sessions": "conversations",
    "adk_session_events": "messages",
    "memory_turn_embedding": "search entries of messages",
    "memory_held_draft": "notes that were held back",
    "memory_conflict": "contradictions",
    "memory_fact_usage": "counts of use",
    "memory_decision": "decisions by hand",
    "memory_document": "documents",
    "memory_document_page": "pages of documents",
    "memory_recall_trace": "traces of replies",
    "memory_audit": "lines of history",
    "memory_audit_head": "seal of the history",
    "memory_access_log": "lines of who looked",
    "record_access": "right to open the record",
    "care_relationship": "clinicians' rights to read it",
    "memory_record": "the record itself",
}


@dataclass(frozen=True, slots=True)
class Gone:
    """One line of a preview or a receipt."""

    table: str
    what: str
    rows: int

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> list[Gone]:
        """Return the tables that held something, in the order in which a person would ask for them."""
        order = list(_TABLES)
        held = sorted(
            (table for table, rows in counts.items() if rows),
            key=lambda table: (order.index(table) if table in order else len(order), table),
        )
        return [cls(table, _TABLES.get(table, table), counts[table]) for table in held]


def what_would_go() -> list[Gone]:
    """Count the rows of the silo that is entered, by table."""
    return Gone.of({model._meta.db_table: model._default_manager.count() for model in silo_models()})
