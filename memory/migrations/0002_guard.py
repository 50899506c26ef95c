"""Roles, grants, policies, triggers and functions: the database's own guard of the record.

Reversible as far as PostgreSQL allows: what the eraser owns only an administrator can drop (config/bootstrap.sql).
"""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"


def _file(name: str) -> str:
    return (SQL / name).read_text()


class Migration(migrations.Migration):
    dependencies = [("memory", "0001_tables")]

    operations = [
        migrations.RunSQL(_file("guard.sql"), _file("guard_undo.sql")),
        migrations.RunSQL(_file("history.sql"), migrations.RunSQL.noop),
        migrations.RunSQL(_file("erasure.sql"), migrations.RunSQL.noop),
        migrations.RunSQL(_file("search.sql"), migrations.RunSQL.noop),
        migrations.RunSQL(_file("crossing.sql"), migrations.RunSQL.noop),
    ]
