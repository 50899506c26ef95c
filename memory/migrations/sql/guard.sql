-- The guard: a signed pass opens one silo for one transaction; every policy, trigger and privileged function reads it.
-- pass = mac (64 hex digits) || json {"role","silo","by","door","why","exp"}; mac = sha256(k || sha256(k || json)).
-- The run-time log-in cannot read k, so a variable set by hand opens nothing.

CREATE TABLE guard.secret (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  k bytea NOT NULL
);

CREATE FUNCTION guard.bearer() RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  shown text := current_setting('app.pass', true);
  secret bytea;
  pass jsonb;
BEGIN
  IF coalesce(shown, '') = '' THEN
    RAISE EXCEPTION 'no silo entered' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT s.k INTO secret FROM guard.secret s;
  IF secret IS NULL OR left(shown, 64) IS DISTINCT FROM
     encode(sha256(secret || sha256(secret || convert_to(substr(shown, 65), 'utf8'))), 'hex') THEN
    RAISE EXCEPTION 'forged pass' USING ERRCODE = 'insufficient_privilege';
  END IF;
  pass := substr(shown, 65)::jsonb;
  IF coalesce((pass->>'exp')::float8, 0) < extract(epoch FROM clock_timestamp()) THEN
    RAISE EXCEPTION 'pass expired' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN pass;
END $$;

CREATE FUNCTION guard.pass(wanted text) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = '' AS $$
DECLARE pass jsonb := guard.bearer();
BEGIN
  IF pass->>'role' IS DISTINCT FROM wanted THEN
    RAISE EXCEPTION 'this pass is not for the role %', wanted USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN pass;
END $$;

CREATE FUNCTION guard.silo_key() RETURNS text
LANGUAGE plpgsql STABLE SET search_path = '' AS $$
DECLARE k text := guard.pass('silo')->>'silo';
BEGIN
  IF coalesce(k, '') = '' THEN
    RAISE EXCEPTION 'no silo entered' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN k;
END $$;

CREATE FUNCTION guard.clinician_id() RETURNS bigint
LANGUAGE sql STABLE SET search_path = '' AS $$ SELECT (guard.pass('clinician')->>'account')::bigint $$;

CREATE FUNCTION guard.refuse() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

-- A table of a silo: its key begins with the silo's, it hangs on the registry, row security is forced, and the
-- planner keeps no statistics of its words (they would outlive an erasure). Every later migration calls this.
CREATE FUNCTION guard.protect(t regclass) RETURNS void
LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  key_name text;
  key_columns text[];
  word_column text;
BEGIN
  SELECT c.conname, array_agg(a.attname::text ORDER BY a.attnum) INTO key_name, key_columns
    FROM pg_catalog.pg_constraint c
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
   WHERE c.conrelid = t AND c.contype = 'p' GROUP BY c.conname;
  IF NOT 'user_key' = ANY (key_columns) THEN
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD PRIMARY KEY (user_key, %I)', t, key_name, key_columns[1]);
  END IF;
  IF t <> 'public.memory_record'::regclass THEN
    EXECUTE format('ALTER TABLE %s ADD FOREIGN KEY (user_key) REFERENCES public.memory_record (user_key)', t);
  END IF;
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', t);
  EXECUTE format('CREATE POLICY owner_all ON %s TO anamnesis_owner USING (true) WITH CHECK (true)', t);
  EXECUTE format('CREATE POLICY silo_only ON %s TO anamnesis_silo USING (user_key = (SELECT guard.silo_key()))'
                 ' WITH CHECK (user_key = (SELECT guard.silo_key()))', t);
  EXECUTE format('CREATE POLICY eraser_one ON %s TO anamnesis_eraser'
                 ' USING (user_key = current_setting(''app.erase'', true))', t);
  EXECUTE format('GRANT SELECT, DELETE ON %s TO anamnesis_eraser', t);
  EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON %s EXECUTE FUNCTION guard.refuse()', t);
  FOR word_column IN
    SELECT a.attname FROM pg_catalog.pg_attribute a
     WHERE a.attrelid = t AND a.attnum > 0 AND NOT a.attisdropped
       AND a.attname NOT IN ('user_key', 'status', 'tag')
       AND a.atttypid IN (SELECT y.oid FROM pg_catalog.pg_type y -- a vector can be turned back into words
                           WHERE y.typname IN ('text', '_text', 'varchar', 'jsonb', 'bytea', 'vector'))
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS 0', t, word_column);
  END LOOP;
END $$;

-- A reference inside a silo: the silo's key is part of it, so that no row can point into another.
CREATE FUNCTION guard.link(t regclass, reference text, target regclass) RETURNS void
LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ADD FOREIGN KEY (user_key, %I) REFERENCES %s (user_key, id)'
                 ' DEFERRABLE INITIALLY DEFERRED', t, reference, target);
END $$;

CREATE VIEW guard.silo_table AS
  SELECT c.oid::regclass AS name, c.relname::text AS short_name
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attname = 'user_key' AND NOT a.attisdropped
   WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace;

DO $$ DECLARE t regclass; BEGIN
  FOR t IN SELECT name FROM guard.silo_table LOOP PERFORM guard.protect(t); END LOOP;
END $$;

SELECT guard.link('adk_session_events', 'session_id', 'adk_sessions'),
       guard.link('memory_turn_embedding', 'id', 'adk_session_events'),
       guard.link('adk_memory_facts', 'superseded_by', 'adk_memory_facts'),
       guard.link('adk_memory_facts', 'session_id', 'adk_sessions'),
       guard.link('memory_evidence', 'fact_id', 'adk_memory_facts'),
       guard.link('memory_evidence', 'turn_id', 'adk_session_events'),
       guard.link('memory_evidence', 'page_id', 'memory_document_page'),
       guard.link('memory_evidence', 'session_id', 'adk_sessions'),
       guard.link('memory_held_draft', 'session_id', 'adk_sessions'),
       guard.link('memory_held_draft', 'turn_id', 'adk_session_events'),
       guard.link('memory_conflict', 'older_id', 'adk_memory_facts'),
       guard.link('memory_conflict', 'newer_id', 'adk_memory_facts'),
       guard.link('memory_conflict', 'winner_id', 'adk_memory_facts'),
       guard.link('memory_fact_usage', 'id', 'adk_memory_facts'),
       guard.link('memory_document_page', 'document_id', 'memory_document'),
       guard.link('memory_recall_trace', 'session_id', 'adk_sessions'),
       guard.link('memory_recall_trace', 'question_turn_id', 'adk_session_events'),
       guard.link('memory_recall_trace', 'reply_turn_id', 'adk_session_events');

-- What the roles may do; what is not named here is refused. Neither does a database inherit this from its template, so
-- the owner says it again where the database is its own (the tests' too): no temporary table outlives a silo.
DO $$ BEGIN
  IF pg_has_role((SELECT d.datdba FROM pg_catalog.pg_database d WHERE d.datname = current_database()), 'USAGE') THEN
    EXECUTE format('REVOKE CREATE, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  END IF;
END $$;
GRANT USAGE ON SCHEMA guard TO anamnesis_app, anamnesis_silo, anamnesis_clinician, anamnesis_privacy,
  anamnesis_registrar, anamnesis_eraser;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA guard FROM PUBLIC;
GRANT EXECUTE ON FUNCTION guard.bearer(), guard.pass(text) TO anamnesis_silo, anamnesis_clinician, anamnesis_privacy,
  anamnesis_registrar, anamnesis_eraser;
GRANT EXECUTE ON FUNCTION guard.silo_key() TO anamnesis_silo, anamnesis_eraser;
GRANT EXECUTE ON FUNCTION guard.clinician_id() TO anamnesis_clinician;
GRANT SELECT ON guard.silo_table TO anamnesis_eraser;

GRANT SELECT ON memory_record, record_access, care_relationship, adk_sessions, adk_session_events,
  memory_turn_embedding, adk_memory_facts, memory_evidence, memory_held_draft, memory_conflict, memory_fact_usage,
  memory_document, memory_document_page, memory_audit, memory_audit_head, memory_access_log, memory_recall_trace
  TO anamnesis_silo;
GRANT INSERT ON memory_record, adk_sessions, adk_session_events, memory_turn_embedding, adk_memory_facts,
  memory_evidence, memory_held_draft, memory_conflict, memory_fact_usage, memory_document, memory_document_page,
  memory_access_log, memory_recall_trace TO anamnesis_silo;
GRANT UPDATE (label, time_zone) ON memory_record TO anamnesis_silo;
GRANT UPDATE (state, status, last_update_time, expire_at, closed_at, distilled_at, distilled_seq, embedded_seq,
  attempts, due_at, failure, updated_at) ON adk_sessions TO anamnesis_silo;
GRANT UPDATE (status, superseded_by, contested, memory_key, retired_at, retired_by, retired_why, retired_note,
  embedding, embedding_model, updated_at) ON adk_memory_facts TO anamnesis_silo;
GRANT UPDATE (settled_at, settled_by, winner_id) ON memory_conflict TO anamnesis_silo;
GRANT UPDATE (times_placed, last_placed_at) ON memory_fact_usage TO anamnesis_silo;

-- Clinicians read the records of their care relationships, and nothing of anyone else's.
CREATE POLICY my_relationships ON care_relationship FOR SELECT TO anamnesis_clinician
  USING (clinician_id = (SELECT guard.clinician_id()) AND began <= now() AND (ended IS NULL OR ended > now()));
GRANT SELECT ON care_relationship TO anamnesis_clinician;
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['memory_record', 'adk_sessions', 'adk_session_events', 'adk_memory_facts',
      'memory_evidence', 'memory_held_draft', 'memory_conflict', 'memory_document', 'memory_document_page',
      'memory_audit', 'memory_audit_head', 'memory_recall_trace'] LOOP
    EXECUTE format('CREATE POLICY my_patients ON %I FOR SELECT TO anamnesis_clinician'
                   ' USING (user_key IN (SELECT c.user_key FROM public.care_relationship c))', t);
    EXECUTE format('GRANT SELECT ON %I TO anamnesis_clinician', t);
  END LOOP;
END $$;
CREATE POLICY my_visits ON memory_access_log FOR INSERT TO anamnesis_clinician
  WITH CHECK (user_key IN (SELECT c.user_key FROM public.care_relationship c));
GRANT INSERT ON memory_access_log TO anamnesis_clinician;

-- Administrators: accounts, who cares for whom, which account opens which record; no content.
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['record_access', 'care_relationship'] LOOP
    EXECUTE format('CREATE POLICY registrar_all ON %I TO anamnesis_registrar'
                   ' USING ((SELECT guard.pass(''registrar'')) IS NOT NULL)'
                   ' WITH CHECK ((SELECT guard.pass(''registrar'')) IS NOT NULL)', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO anamnesis_registrar', t);
  END LOOP;
END $$;

-- The run-time log-in itself: accounts and Django's own tables, no row of any silo.
DO $$ DECLARE t text; BEGIN
  FOR t IN SELECT c.relname FROM pg_catalog.pg_class c
            WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
              AND c.relname IN ('memory_user', 'memory_user_groups', 'memory_user_user_permissions') LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO anamnesis_app', t);
  END LOOP;
END $$;
GRANT SELECT ON django_migrations, django_content_type, auth_permission, auth_group, auth_group_permissions
  TO anamnesis_app;
GRANT SELECT ON memory_user TO anamnesis_registrar;
