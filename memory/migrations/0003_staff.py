"""What staff may see and do: clinicians one named patient at a time, privacy staff counts, the registrar accounts."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("memory", "0002_guard")]

    operations = [
        migrations.RunSQL((SQL / "staff.sql").read_text(), migrations.RunSQL.noop),
        migrations.AlterModelOptions(
            "carerelationship", {"verbose_name": "care relationship", "verbose_name_plural": "care relationships"}
        ),
        migrations.AlterModelOptions(
            "erasurereceipt", {"verbose_name": "receipt", "verbose_name_plural": "receipts of erasures"}
        ),
        migrations.AlterModelOptions("user", {"verbose_name": "account", "verbose_name_plural": "accounts"}),
    ]
