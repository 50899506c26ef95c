"""What guards the rows is found in the catalogue, so that a table that forgot it does not go unnoticed."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.apps import apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, models, transaction

from memory import checks
from memory.checks import hardening_faults, refuse_unhardened
from tests.memory.rows import account, ask, fill, rows_of, silo_tables, superuser

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

MODELS = {m._meta.db_table: m for m in apps.get_models(include_auto_created=True) if m._meta.app_label != "auth"}
KEY = "user_key text NOT NULL REFERENCES memory_record (user_key)"
PROTECT = "SELECT guard.protect('late')"


@contextmanager
def _as_owner(*statements: str) -> Iterator[None]:
    with transaction.atomic(using="owner"):
        for statement in statements:
            ask(statement, using="owner")
        yield
        transaction.set_rollback(True, using="owner")


def _faults_of(table: str) -> set[str]:
    return {str(fault.id) for fault in hardening_faults("owner") if fault.msg.endswith(f": {table}")} - {"memory.E002"}


def test_the_run_time_log_in_finds_no_fault() -> None:
    assert [fault.msg for fault in hardening_faults()] == []
    assert checks.check_hardening(databases=["default"]) == []


LATE = f"CREATE TABLE late ({KEY}, id uuid, PRIMARY KEY (user_key, id))"
SILO = "(user_key = (SELECT guard.silo_key()))"
BROKEN = {
    "nothing done": ([LATE], {"memory.E006", "memory.E007", "memory.E011", "memory.E016"}),
    "row security not forced": (["ALTER TABLE late NO FORCE ROW LEVEL SECURITY"], {"memory.E006"}),
    "row security off": (["ALTER TABLE late DISABLE ROW LEVEL SECURITY"], {"memory.E006"}),
    "no policy of the silo": (["DROP POLICY silo_only ON late"], {"memory.E007"}),
    "no policy of the eraser": (["DROP POLICY eraser_one ON late"], {"memory.E007"}),
    "no policy of the owner": (["DROP POLICY owner_all ON late"], {"memory.E007"}),
    "a policy for all": (["CREATE POLICY open ON late USING (true)"], {"memory.E014"}),
    "a policy without the pass": (["CREATE POLICY open ON late TO anamnesis_silo USING (true)"], {"memory.E014"}),
    "a check without the pass": (
        [f"CREATE POLICY open ON late TO anamnesis_silo USING {SILO} WITH CHECK (true)"],
        {"memory.E014"},
    ),
    "a key of its own": (
        ["ALTER TABLE late DROP CONSTRAINT late_pkey", "ALTER TABLE late ADD PRIMARY KEY (id)"],
        {"memory.E008"},
    ),
    "not in the registry": (
        ["ALTER TABLE late DROP CONSTRAINT late_user_key_fkey", "ALTER TABLE late DROP CONSTRAINT late_user_key_fkey1"],
        {"memory.E009"},
    ),
    "a reference without the silo": (
        ["ALTER TABLE late ADD UNIQUE (id)", "ALTER TABLE late ADD FOREIGN KEY (id) REFERENCES late (id)"],
        {"memory.E015"},
    ),
    "a guard that is switched off": (["ALTER TABLE late DISABLE TRIGGER no_truncate"], {"memory.E016"}),
}


@pytest.mark.parametrize(("statements", "expected"), BROKEN.values(), ids=BROKEN)
def test_a_silo_table_without_its_guard_is_found(statements: list[str], expected: set[str]) -> None:
    done = statements if statements == [LATE] else [LATE, PROTECT, *statements]
    with _as_owner(*done):
        found = _faults_of("late")
    with _as_owner(LATE, PROTECT):
        allowed = _faults_of("late")
    assert allowed == {"memory.E011"}  # the owner, as whom we look, may read its own table
    assert found - allowed == expected - allowed


FOUND_ELSEWHERE = {
    "memory.E002": "the owner looks",
    "memory.E012": "the owner reads the secret",
    "memory.E017": "the owner may make temporary tables",
}


@pytest.mark.parametrize("code", FOUND_ELSEWHERE)
def test_a_log_in_that_may_too_much_is_found(code: str) -> None:
    assert code in {fault.id for fault in hardening_faults("owner")}


def test_a_silo_table_where_no_erasure_looks_is_found() -> None:
    with _as_owner("CREATE TABLE guard.late (user_key text)"):
        assert "memory.E018" in _faults_of("guard.late")


def test_a_single_column_that_the_log_in_may_read_is_found() -> None:
    with superuser() as administrator:
        administrator.execute("GRANT SELECT (fact) ON adk_memory_facts TO anamnesis_app")
    found = {fault.id for fault in hardening_faults()}
    with superuser() as administrator:
        administrator.execute("REVOKE SELECT (fact) ON adk_memory_facts FROM anamnesis_app")
    assert found == {"memory.E011"}


def test_a_function_that_anyone_may_call_is_found() -> None:
    late = "CREATE FUNCTION guard.late() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'"
    with _as_owner(late):
        assert "memory.E013" in _faults_of("guard.late()")


def test_a_trigger_of_history_that_is_off_or_gone_is_found() -> None:
    with _as_owner("ALTER TABLE adk_memory_facts DISABLE TRIGGER audit"):
        assert "memory.E016" in _faults_of("adk_memory_facts")
    with _as_owner("DROP TRIGGER audit ON adk_memory_facts"):
        assert "memory.E016" in _faults_of("adk_memory_facts")
    for trigger in ("append_only", "audit", "signed"):
        with _as_owner(f"DROP TRIGGER {trigger} ON memory_decision"):
            assert "memory.E016" in _faults_of("memory_decision")


def test_the_server_refuses_to_start_without_the_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_unhardened()
    monkeypatch.setattr(checks, "hardening_faults", lambda: hardening_faults("owner"))
    with pytest.raises(ImproperlyConfigured, match=r"memory\.E002.*bootstrap\.sql"):
        refuse_unhardened()


def test_a_developer_may_pass_loudly(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(checks, "hardening_faults", lambda: hardening_faults("owner"))
    monkeypatch.setattr(settings, "ALLOW_UNHARDENED_DB", True)
    with caplog.at_level(logging.WARNING):
        refuse_unhardened()
    assert "THE DATABASE DOES NOT GUARD THE SILOS" in caplog.text
    assert caplog.records[0].levelno == logging.WARNING


def test_every_model_with_a_user_key_is_a_guarded_table_and_every_guarded_table_a_model() -> None:
    with_key = {table for table, model in MODELS.items() if any(f.name == "user_key" for f in model._meta.fields)}
    assert with_key == set(silo_tables())


def test_what_models_call_a_reference_is_one_within_the_silo() -> None:
    links = set(
        ask(
            "SELECT k.conrelid::regclass::text, a.attname, k.confrelid::regclass::text FROM pg_constraint k"
            " JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[2]"
            " JOIN pg_attribute b ON b.attrelid = k.conrelid AND b.attnum = k.conkey[1] AND b.attname = 'user_key'"
            " WHERE k.contype = 'f'"
        )
    )
    for table in silo_tables():
        for field in MODELS[table]._meta.fields:
            target = field.related_model and field.related_model._meta.db_table
            if target in silo_tables():
                assert (table, field.column, target) in links


def test_the_planner_keeps_no_statistics_of_words(alice: str) -> None:
    fill(alice)
    kept = ask(
        "SELECT a.attrelid::regclass::text, a.attname FROM pg_attribute a WHERE a.attrelid::regclass::text = ANY (%s)"
        " AND a.attnum > 0 AND NOT a.attisdropped AND coalesce(a.attstattarget, -1) <> 0"
        " AND a.atttypid IN (SELECT oid FROM pg_type WHERE typcategory IN ('S', 'A', 'U') AND typname <> 'uuid')",
        [silo_tables()],
    )
    assert {column for _, column in kept} <= {"user_key", "status", "tag"}


SPELT = {"varchar": "character varying", "timestamp with time zone": "timestamp with time zone"}


def test_models_and_columns_agree() -> None:
    real = {
        (table, column): (kind, not required)
        for table, column, kind, required in ask(
            "SELECT attrelid::regclass::text, attname, format_type(atttypid, atttypmod), attnotnull FROM pg_attribute"
            " WHERE attrelid::regclass::text = ANY (%s) AND attnum > 0 AND NOT attisdropped",
            [list(MODELS)],
        )
    }
    told = {
        (table, str(field.column)): (_spelt(field), field.null)
        for table, model in MODELS.items()
        for field in model._meta.local_fields
    }
    assert {(name, *said) for name, said in told.items() if name[0] in _migrated()} == {
        (name, kind.split(".")[-1], null) for name, (kind, null) in real.items()
    }


def _spelt(field: models.Field[object, object]) -> str:
    kind = str(field.db_type(connection)).split(" GENERATED")[0]
    return kind.replace("varchar", "character varying")


def _migrated() -> set[str]:
    return {name for (name,) in ask("SELECT c.relname FROM pg_class c WHERE c.relkind = 'r'")}


PERSONAL = {
    "memory_record": "label subject subject_name time_zone",
    "record_access": "account_id",
    "care_relationship": "clinician_id began ended",
    "adk_sessions": "id user_id state created_at updated_at last_update_time closed_at expire_at distilled_at due_at",
    "adk_session_events": "session_id said_at time_zone text note created_at",
    "memory_turn_embedding": "embedding created_at",
    "adk_memory_facts": "fact embedding tag fact_date date_precision source keys memory_key subject attribute value"
    " unit frequency route as_needed negated importance expires_at retired_at retired_by retired_note session_id"
    " created_at updated_at",
    "memory_evidence": "session_id quote speaker said_at time_zone created_at",
    "memory_held_draft": "session_id text quote tag reason explanation created_at",
    "memory_conflict": "note opened_at settled_at settled_by",
    "memory_fact_usage": "last_placed_at",
    "memory_decision": "session_id kind by name role reason at",
    "memory_document": "title document_date date_precision handed_in_by created_at",
    "memory_document_page": "text",
    "memory_audit": "at by why payload salt",
    "memory_audit_head": "",
    "memory_access_log": "at by why what",
    "memory_recall_trace": "session_id query day sentences lookups created_at",
}
NOT_PERSONAL = {
    "memory_record": "user_key restricted created_at",
    "record_access": "id user_key granted_at",
    "care_relationship": "id user_key",
    "adk_sessions": "user_key public_id app_name agent_version status idle_seconds distilled_seq embedded_seq attempts"
    " failure document_id",
    "adk_session_events": "id user_key seq speaker removed",
    "memory_turn_embedding": "id user_key embedding_model",
    "adk_memory_facts": "id user_key embedding_model status contested superseded_by retired_why engine prompt_version",
    "memory_evidence": "id user_key fact_id turn_id page_id",
    "memory_held_draft": "id user_key turn_id",
    "memory_conflict": "id user_key older_id newer_id winner_id",
    "memory_fact_usage": "id user_key times_placed",
    "memory_decision": "id user_key fact_id conflict_id held_id undoes_id door detail",
    "memory_document": "id user_key",
    "memory_document_page": "id user_key document_id number",
    "memory_audit": "id user_key seq table_name row_id op door digest prev hash",
    "memory_audit_head": "user_key seq hash",
    "memory_access_log": "id user_key door facts",
    "memory_recall_trace": "id user_key question_turn_id reply_turn_id shortlist placed quotations silent",
}


@pytest.mark.parametrize(
    "table", sorted(t for t, m in MODELS.items() if any(f.name == "user_key" for f in m._meta.fields))
)
def test_every_field_is_classed_as_personal_or_not(table: str) -> None:
    """A new field fails here until someone has said which it is, and with it what a forgetting has to take."""
    personal, other = PERSONAL[table].split(), NOT_PERSONAL[table].split()
    assert sorted([*personal, *other]) == sorted(str(f.column) for f in MODELS[table]._meta.local_fields)


def test_the_helper_of_these_tests_fills_every_silo_table(alice: str) -> None:
    assert account()
    fill(alice)
    assert set(rows_of(alice)) == set(silo_tables())


def test_a_database_that_is_not_migrated_says_so(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "_MIGRATED", "SELECT to_regclass('public.no_such_table') IS NOT NULL")
    assert [fault.id for fault in checks.hardening_faults()] == ["memory.E000"]
