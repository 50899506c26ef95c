"""The privacy office: restriction, requests with their clock, erasures that two order, closed accounts; and the work's states."""

import uuid
from pathlib import Path

from django.db import migrations, models
from django.db.models.functions import Now

SQL = Path(__file__).parent / "sql"
_KINDS = ["access", "export", "rectification", "erasure", "restriction"]


def _id() -> models.UUIDField:
    return models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)


def _sql(name: str) -> migrations.RunSQL:
    return migrations.RunSQL((SQL / f"{name}.sql").read_text(), (SQL / f"{name}_undo.sql").read_text())


def _reference_index(model: str, field: str, name: str) -> migrations.AddIndex:
    return migrations.AddIndex(model, models.Index(fields=["user_key", field], name=name))


class Migration(migrations.Migration):
    dependencies = [("memory", "0006_look_ups")]

    operations = [
        migrations.CreateModel(
            name="PrivacyRequest",
            fields=[
                ("id", _id()),
                ("silo_digest", models.TextField()),
                ("kind", models.TextField(choices=[(kind, kind) for kind in _KINDS])),
                ("reference", models.TextField(blank=True, default="")),
                ("received_on", models.DateField()),
                ("due_on", models.DateField(null=True)),
                ("extended_at", models.DateTimeField(null=True)),
                ("opened_by", models.TextField(default="")),
                ("opened_at", models.DateTimeField(db_default=Now())),
                ("closed_at", models.DateTimeField(null=True)),
                ("closed_by", models.TextField(default="")),
                ("outcome", models.TextField(default="")),
            ],
            options={
                "db_table": "memory_privacy_request",
                "constraints": [
                    models.CheckConstraint(condition=models.Q(kind__in=_KINDS), name="request_kind_known"),
                    models.CheckConstraint(
                        condition=models.Q(reference__regex=r"^[A-Za-z0-9_./-]{0,40}$"),
                        name="request_reference_is_a_code",
                    ),
                ],
                "indexes": [
                    models.Index(fields=["silo_digest"], name="request_of_silo"),
                    models.Index(fields=["due_on"], condition=models.Q(closed_at__isnull=True), name="request_due"),
                    models.Index(
                        fields=["-closed_at"], condition=models.Q(closed_at__isnull=False), name="request_closed"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ErasureOrder",
            fields=[
                ("id", _id()),
                ("silo_digest", models.TextField()),
                ("basis", models.TextField()),
                ("close_account", models.BooleanField(default=False)),
                ("asked_by", models.TextField(default="")),
                ("asked_at", models.DateTimeField(db_default=Now())),
                ("decision", models.TextField(default="")),
                ("decided_by", models.TextField(default="")),
                ("decided_at", models.DateTimeField(null=True)),
                ("receipt_id", models.UUIDField(null=True)),
            ],
            options={
                "db_table": "memory_erasure_order",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(decision__in=["", "erased", "withdrawn"]), name="order_decision_known"
                    ),
                    models.UniqueConstraint(
                        fields=["silo_digest"], condition=models.Q(decision=""), name="order_one_waits_for_a_silo"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ClosedAccount",
            fields=[
                ("digest", models.TextField(primary_key=True, serialize=False)),
                ("closed_at", models.DateTimeField()),
            ],
            options={"db_table": "memory_closed_account"},
        ),
        migrations.AddField("erasurereceipt", "verification", models.JSONField(null=True)),
        migrations.AddIndex(
            "session", models.Index(fields=["failure"], condition=models.Q(status="failed"), name="session_failed")
        ),
        migrations.AddIndex("erasurereceipt", models.Index(fields=["-rows_gone_at", "id"], name="receipt_newest")),
        migrations.AddIndex("record", models.Index(fields=["created_at", "user_key"], name="record_in_order")),
        # Each turn that goes asks for what refers to it: without these an erasure takes the square of a record's turns.
        _reference_index("recalltrace", "question_turn", "trace_of_question"),
        _reference_index("recalltrace", "reply_turn", "trace_of_reply"),
        _reference_index("helddraft", "turn", "held_in_turn"),
        _sql("restriction"),
        _sql("privacy"),
    ]
