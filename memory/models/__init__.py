"""The rows of the record. Every table with a `user_key` is a silo table: the database guards it, see migrations/sql."""

from memory.models.account import User
from memory.models.audit import AccessLog, AuditHead, AuditRow, ErasureReceipt
from memory.models.decision import Decision
from memory.models.document import Document, DocumentPage
from memory.models.fact import Conflict, Evidence, Fact, FactUsage, HeldDraft
from memory.models.privacy import ClosedAccount, ErasureOrder, PrivacyRequest
from memory.models.registry import CareRelationship, Record, RecordAccess
from memory.models.trace import RecallTrace
from memory.models.transcript import Session, Turn, TurnEmbedding

__all__ = [
    "AccessLog",
    "AuditHead",
    "AuditRow",
    "CareRelationship",
    "ClosedAccount",
    "Conflict",
    "Decision",
    "Document",
    "DocumentPage",
    "ErasureOrder",
    "ErasureReceipt",
    "Evidence",
    "Fact",
    "FactUsage",
    "HeldDraft",
    "PrivacyRequest",
    "RecallTrace",
    "Record",
    "RecordAccess",
    "Session",
    "Turn",
    "TurnEmbedding",
    "User",
]
