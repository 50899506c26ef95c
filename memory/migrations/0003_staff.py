"""What staff may see and do: clinicians one named patient at a time, privacy staff counts, the registrar accounts."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("memory", "0002_guard")]

    operations = [migrations.RunSQL((SQL / "staff.sql").read_text(), migrations.RunSQL.noop)]
