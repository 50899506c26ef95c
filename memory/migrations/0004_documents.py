"""Documents are handed in by the person or a clinician, and read in a session of their own."""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("memory", "0003_staff")]

    operations = [
        migrations.AddField(
            "session",
            "document",
            models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="readings",
                to="memory.document",
            ),
        ),
        migrations.RunSQL((SQL / "documents.sql").read_text(), migrations.RunSQL.noop),
    ]
