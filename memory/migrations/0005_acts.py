"""What people decide about facts, beside the immutable rows; and what a clinician may do, by functions of hers alone."""

import uuid

import django.db.models.deletion
from django.db import migrations, models

from memory.migrations._written import SQL, rewritten

_FORGET_ROW = ("forget_row", "text, uuid")
_MARKS = ["pinned", "unpinned", "muted", "unmuted", "asked doctor", "completed", "dropped"]
_CLINICIANS = ["confirmed", "unconfirmed", "retracted", "restored", "settled", "reopened"]
_UNDOING = ["unpinned", "unmuted", "unconfirmed", "restored", "reopened"]


def _reference(to: str, name: str) -> models.ForeignKey:
    return models.ForeignKey(
        db_constraint=False,
        db_index=False,
        null=True,
        on_delete=django.db.models.deletion.DO_NOTHING,
        related_name=name,
        to=to,
    )


class Migration(migrations.Migration):
    dependencies = [("memory", "0004_documents")]

    operations = [
        migrations.CreateModel(
            name="Decision",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("user_key", models.TextField()),
                ("kind", models.TextField(choices=[(kind, kind) for kind in [*_MARKS, *_CLINICIANS]])),
                ("by", models.TextField(default="")),
                ("door", models.TextField(default="")),
                ("name", models.TextField(default="")),
                ("role", models.TextField(default="")),
                ("reason", models.TextField(default="")),
                ("detail", models.JSONField(default=dict)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("conflict", _reference("memory.conflict", "decisions")),
                ("fact", _reference("memory.fact", "decisions")),
                ("held", _reference("memory.helddraft", "decisions")),
                ("session", _reference("memory.session", "+")),
                ("undoes", _reference("memory.decision", "undone_by")),
            ],
            options={
                "db_table": "memory_decision",
                "indexes": [
                    models.Index(fields=["user_key", "fact"], name="decision_on_fact"),
                    models.Index(fields=["user_key", "at"], name="decision_of_silo"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(kind__in=[*_MARKS, *_CLINICIANS]), name="decision_kind_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(fact__isnull=False)
                        | models.Q(conflict__isnull=False)
                        | models.Q(held__isnull=False),
                        name="decision_about_something",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(undoes__isnull=True) | models.Q(kind__in=_UNDOING),
                        name="decision_undoes_by_its_kind",
                    ),
                    models.UniqueConstraint(
                        fields=["user_key", "undoes"],
                        condition=models.Q(undoes__isnull=False),
                        name="decision_undone_once",
                    ),
                ],
            },
        ),
        migrations.RunSQL((SQL / "acts.sql").read_text(), migrations.RunSQL.noop),
        migrations.RunSQL((SQL / "acts_of_clinicians.sql").read_text(), migrations.RunSQL.noop),
        migrations.RunSQL((SQL / "acts_forgotten.sql").read_text(), (SQL / "acts_undo.sql").read_text()),
        migrations.RunSQL(
            rewritten(*_FORGET_ROW, first="  PERFORM guard.forget_decisions(k, f);\n"), rewritten(*_FORGET_ROW)
        ),
    ]
