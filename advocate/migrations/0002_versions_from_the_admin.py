"""Administrators publish versions, too; nobody changes or removes one."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("advocate", "0001_registry")]

    operations = [
        migrations.RunSQL(
            "GRANT INSERT ON adk_agent_registry TO anamnesis_registrar",
            "REVOKE INSERT ON adk_agent_registry FROM anamnesis_registrar",
        ),
        migrations.AlterModelOptions(
            "agentconfiguration",
            {
                "ordering": ["name", "-version"],
                "verbose_name": "version of an agent",
                "verbose_name_plural": "versions of the agents",
            },
        ),
    ]
