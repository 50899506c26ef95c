"""Start-up checks: the database guards the silos, or the server refuses to start.

`ALLOW_UNHARDENED_DB=1` lets a developer through, loudly.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, connections

logger = logging.getLogger(__name__)

# Each query returns one row for each fault: (what is wrong, for whom or what).
_FAULTS: dict[str, str] = {
    "memory.E001": """
        SELECT 'the run-time log-in is a superuser or passes over row security', rolname FROM pg_roles
         WHERE rolname = session_user AND (rolsuper OR rolbypassrls)""",
    "memory.E002": """
        SELECT 'the run-time log-in owns a table', c.relname FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
         WHERE r.rolname = session_user AND c.relkind IN ('r', 'p')""",
    "memory.E003": """
        SELECT 'the run-time log-in inherits the rights of its roles', rolname FROM pg_roles
         WHERE rolname = session_user AND rolinherit""",
    "memory.E004": """
        SELECT 'the migrations'' role is a superuser or passes over row security', rolname FROM pg_roles
         WHERE rolname = 'anamnesis_owner' AND (rolsuper OR rolbypassrls)""",
    "memory.E005": """
        SELECT 'the eraser can log in, or a role without CREATEROLE is its member', coalesce(m.rolname, e.rolname)
          FROM pg_roles e LEFT JOIN pg_auth_members a ON a.roleid = e.oid LEFT JOIN pg_roles m ON m.oid = a.member
         WHERE e.rolname = 'anamnesis_eraser' AND (e.rolcanlogin OR (m.oid IS NOT NULL AND NOT m.rolcreaterole))""",
    "memory.E006": """
        SELECT 'row security is not forced on a silo table', c.relname FROM pg_class c
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'user_key' AND NOT a.attisdropped
         WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
           AND NOT (c.relrowsecurity AND c.relforcerowsecurity)""",
    "memory.E007": """
        SELECT 'a silo table lacks the policy of ' || role, c.relname FROM pg_class c
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'user_key' AND NOT a.attisdropped
         CROSS JOIN unnest(ARRAY['anamnesis_owner', 'anamnesis_silo', 'anamnesis_eraser']) role
         WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND NOT EXISTS (
           SELECT FROM pg_policies p
            WHERE p.schemaname = 'public' AND p.tablename = c.relname AND role = ANY (p.roles))""",
    "memory.E008": """
        SELECT 'a silo table''s primary key does not begin with user_key', c.relname FROM pg_class c
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'user_key' AND NOT a.attisdropped
         WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND NOT EXISTS (
           SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND i.indkey[0] = a.attnum)""",
    "memory.E009": """
        SELECT 'a silo table does not hang on the registry', c.relname FROM pg_class c
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'user_key' AND NOT a.attisdropped
         WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'memory_record'
           AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f'
             AND k.confrelid = to_regclass('public.memory_record') AND k.conkey = ARRAY[a.attnum])""",
    "memory.E010": """
        SELECT 'the role ' || r.rolname || ' holds a privilege', c.relname FROM pg_class c CROSS JOIN pg_roles r
         WHERE r.rolname IN ('anon', 'authenticated', 'service_role') AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
           AND c.relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'guard'))
           AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
           AND (has_table_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE, DELETE')
             OR has_any_column_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE'))
        UNION ALL
        SELECT 'the role ' || r.rolname || ' may execute a privileged function', p.oid::regprocedure::text
          FROM pg_proc p CROSS JOIN pg_roles r
         WHERE r.rolname IN ('anon', 'authenticated', 'service_role') AND p.prosecdef
           AND p.pronamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'guard', 'guard_admin'))
           AND p.prorettype <> 'event_trigger'::regtype AND has_function_privilege(r.oid, p.oid, 'EXECUTE')
           AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')""",
    "memory.E011": """
        SELECT 'the run-time log-in may read a silo without entering it', c.relname FROM pg_class c
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'user_key' AND NOT a.attisdropped
         WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
           AND (has_table_privilege(session_user, c.oid, 'SELECT, INSERT, UPDATE, DELETE')
             OR has_any_column_privilege(session_user, c.oid, 'SELECT, INSERT, UPDATE'))""",
    "memory.E012": """
        SELECT 'the run-time log-in may read the secret behind the pass', 'guard.secret'
         WHERE to_regclass('guard.secret') IS NULL
            OR has_table_privilege(session_user, to_regclass('guard.secret'), 'SELECT')""",
    "memory.E013": """
        SELECT 'any role may execute a privileged function', p.oid::regprocedure::text FROM pg_proc p
         WHERE p.pronamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'guard', 'guard_admin'))
           AND p.prosecdef AND p.prorettype <> 'event_trigger'::regtype AND (p.proacl IS NULL OR EXISTS (
             SELECT FROM aclexplode(p.proacl) g WHERE g.grantee = 0 AND g.privilege_type = 'EXECUTE'))
           AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')""",
    "memory.E014": """
        SELECT 'a policy opens a silo table without a pass', p.tablename FROM pg_policies p
          JOIN pg_class c ON c.relname = p.tablename AND c.relnamespace = 'public'::regnamespace
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'user_key' AND NOT a.attisdropped
         CROSS JOIN unnest(ARRAY[coalesce(p.qual, p.with_check), coalesce(p.with_check, p.qual)]) condition
         WHERE p.schemaname = 'public' AND p.permissive = 'PERMISSIVE' AND p.roles <> ARRAY['anamnesis_owner'::name]
           AND condition !~ 'guard\\.(silo_key|pass)\\(|care_relationship|clinician_id\\(|app\\.erase'""",
    "memory.E015": """
        SELECT 'a reference between silo tables does not begin with user_key', c.relname FROM pg_constraint k
          JOIN pg_class c ON c.oid = k.conrelid
          JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'user_key' AND NOT a.attisdropped
          JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attname = 'user_key' AND NOT b.attisdropped
         WHERE k.contype = 'f' AND (k.conkey[1] <> a.attnum OR k.confkey[1] <> b.attnum)""",
    "memory.E016": """
        SELECT DISTINCT 'a trigger of the guard is switched off or missing', c.relname FROM pg_class c
          LEFT JOIN pg_trigger g ON g.tgrelid = c.oid AND NOT g.tgisinternal AND g.tgenabled <> 'O'
         WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND (g.oid IS NOT NULL OR EXISTS (
           SELECT FROM (VALUES ('%', 'no_truncate'), ('adk_memory_facts', 'audit'), ('adk_memory_facts', 'immutable'),
               ('adk_memory_facts', 'no_delete'), ('adk_memory_facts', 'no_cycle'),
               ('adk_memory_facts', 'needs_evidence'), ('adk_session_events', 'append_only'),
               ('memory_evidence', 'append_only'), ('memory_audit', 'append_only'), ('memory_audit', 'only_the_audit'),
               ('memory_audit_head', 'only_the_audit'), ('record_access', 'audit'), ('care_relationship', 'audit'),
               ('memory_decision', 'append_only'), ('memory_decision', 'audit'), ('memory_decision', 'signed'),
               ('adk_memory_facts', 'kept_not_used'), ('adk_sessions', 'kept_not_used'), ('memory_record', 'audit'),
               ('adk_session_events', 'kept_not_used'), ('memory_access_log', 'nothing_placed'),
               ('memory_record', 'key_never_reused')) needed (relation, trigger)
            WHERE c.relname LIKE relation AND EXISTS (
                SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'user_key' AND NOT a.attisdropped)
              AND NOT EXISTS (SELECT FROM pg_trigger h WHERE h.tgrelid = c.oid AND h.tgname = trigger)))""",
    "memory.E017": """
        SELECT 'the run-time log-in may create temporary tables or schemas', current_database()
         WHERE has_database_privilege(session_user, current_database(), 'TEMPORARY, CREATE')""",
    "memory.E018": """
        SELECT 'a table with a user_key stands where no erasure looks', c.oid::regclass::text FROM pg_class c
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'user_key' AND NOT a.attisdropped
         WHERE c.relkind IN ('r', 'p', 'm') AND c.relnamespace <> 'public'::regnamespace""",
    "memory.E019": """
        SELECT 'row security without a policy hides a table from the run-time log-in (ALTER TABLE … DISABLE ROW LEVEL '
               || 'SECURITY, as the owner; a host may switch it on for every new table)', c.relname FROM pg_class c
         WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND c.relrowsecurity
           AND has_table_privilege(session_user, c.oid, 'SELECT') AND NOT pg_has_role(session_user, c.relowner, 'USAGE')
           AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)""",
}

_MIGRATED = """
    SELECT to_regclass('public.memory_record') IS NOT NULL AND to_regnamespace('guard') IS NOT NULL
       AND has_schema_privilege(session_user, 'guard', 'USAGE')"""
_HINT = (
    "Run `manage.py migrate`; on a server of your own, run config/bootstrap.sql as its administrator first, and again "
    "where a role may too much; let DATABASE_URL name anamnesis_app. ALLOW_UNHARDENED_DB=1 starts anyway: for "
    "development only."
)


def hardening_faults(using: str = DEFAULT_DB_ALIAS) -> list[Error]:
    """Return what is missing from the database's guard, as seen by the run-time log-in; empty when it stands."""
    found = []
    with connections[using].cursor() as cursor:
        cursor.execute(_MIGRATED)
        if not cursor.fetchone()[0]:
            return [Error("the guard is not in this database: it is not migrated", hint=_HINT, id="memory.E000")]
        for code, query in _FAULTS.items():
            cursor.execute(query)
            found += [Error(f"{what}: {which}", hint=_HINT, id=code) for what, which in cursor.fetchall()]
    return found


def refuse_unhardened() -> None:
    """Raise ImproperlyConfigured unless the database guards the silos; for launchers and worker processes."""
    faults = hardening_faults()
    if not faults:
        return
    told = "; ".join(f"{fault.id} {fault.msg}" for fault in faults)
    if settings.ALLOW_UNHARDENED_DB:
        logger.warning("THE DATABASE DOES NOT GUARD THE SILOS (ALLOW_UNHARDENED_DB is set): %s", told)
        return
    raise ImproperlyConfigured(f"the database does not guard the silos: {told}. {_HINT}")


@register(Tags.database)
def check_hardening(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Run the start-up checks under `manage.py check --database default`."""
    return list(hardening_faults()) if databases and DEFAULT_DB_ALIAS in databases else []
