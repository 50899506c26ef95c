"""What a reply looked up while it was spoken: asked for, and given back."""

from django.db import migrations, models

from memory.migrations._written import SQL, rewritten

_FORGET_REPLIES = ("forget_replies", "text, uuid, text[]")


class Migration(migrations.Migration):
    dependencies = [("memory", "0005_acts")]

    operations = [
        migrations.AddField("recalltrace", "lookups", models.JSONField(default=list)),
        migrations.RunSQL((SQL / "look_ups.sql").read_text(), (SQL / "look_ups_undo.sql").read_text()),
        migrations.RunSQL(
            rewritten(*_FORGET_REPLIES, last="  PERFORM guard.forget_look_ups(k, f, quoted);\n"),
            rewritten(*_FORGET_REPLIES),
        ),
    ]
