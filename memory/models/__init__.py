"""The rows of the record. Every table with a `user_key` is a silo table: the database guards it, see migrations/sql."""

from memory.models.account import User
from memory.models.audit import AccessLog, AuditHead, AuditRow, ErasureReceipt
from memory.models.document import Document, DocumentPage
from memory.models.fact import Conflict, Evidence, Fact, FactUsage, HeldDraft
from memory.models.registry import CareRelationship, Record, RecordAccess
from memory.models.trace import RecallTrace
from memory.models.transcript import Session, Turn, TurnEmbedding

__all__ = [
    "AccessLog",
    "AuditHead",
    "AuditRow",
    "CareRelationship",
    "Conflict",
    "Document",
    "DocumentPage",
    "ErasureReceipt",
    "Evidence",
    "Fact",
    "FactUsage",
    "HeldDraft",
    "RecallTrace",
    "Record",
    "RecordAccess",
    "Session",
    "Turn",
    "TurnEmbedding",
    "User",
]
