"""What a reply looked up while it was spoken: asked for, and given back."""

from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("memory", "0005_acts")]

    operations = [
        migrations.AddField("recalltrace", "lookups", models.JSONField(default=list)),
        migrations.RunSQL((SQL / "look_ups.sql").read_text(), (SQL / "look_ups_undo.sql").read_text()),
    ]
