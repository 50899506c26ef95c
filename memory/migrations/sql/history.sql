-- History that no session can switch off: what is written stays as written, and a fact rests on evidence.

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['adk_session_events', 'memory_evidence', 'memory_held_draft', 'memory_audit',
      'memory_access_log', 'memory_recall_trace', 'memory_document', 'memory_document_page'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %I FOR EACH ROW'
                   ' WHEN (current_user <> ''anamnesis_eraser'') EXECUTE FUNCTION guard.refuse()', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['adk_memory_facts', 'memory_conflict', 'adk_sessions', 'memory_record'] LOOP
    EXECUTE format('CREATE TRIGGER no_delete BEFORE DELETE ON %I FOR EACH ROW'
                   ' WHEN (current_user <> ''anamnesis_eraser'') EXECUTE FUNCTION guard.refuse()', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['memory_audit', 'memory_audit_head'] LOOP -- only the audit's own trigger writes there
    EXECUTE format('CREATE TRIGGER only_the_audit BEFORE INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW'
                   ' WHEN (pg_trigger_depth() = 0 AND current_user <> ''anamnesis_eraser'')'
                   ' EXECUTE FUNCTION guard.refuse()', t);
  END LOOP;
END $$;

-- Text, date, source and tag of a fact never change. An embedding is set once from empty; replacing one is the owner's
-- (re-embedding). A past appointment gives its address back.
CREATE TRIGGER immutable BEFORE UPDATE ON adk_memory_facts FOR EACH ROW WHEN (
  (OLD.id, OLD.user_key, OLD.fact, OLD.tag, OLD.fact_date, OLD.date_precision, OLD.source, OLD.keys, OLD.subject,
   OLD.attribute, OLD.value, OLD.unit, OLD.frequency, OLD.route, OLD.as_needed, OLD.negated, OLD.session_id,
   OLD.engine, OLD.prompt_version, OLD.created_at)
  IS DISTINCT FROM
  (NEW.id, NEW.user_key, NEW.fact, NEW.tag, NEW.fact_date, NEW.date_precision, NEW.source, NEW.keys, NEW.subject,
   NEW.attribute, NEW.value, NEW.unit, NEW.frequency, NEW.route, NEW.as_needed, NEW.negated, NEW.session_id,
   NEW.engine, NEW.prompt_version, NEW.created_at)
  OR (OLD.memory_key IS DISTINCT FROM NEW.memory_key AND NOT (OLD.tag = 'APPOINTMENT' AND NEW.memory_key IS NULL))
  OR (OLD.embedding IS NOT NULL AND (NEW.embedding IS NULL OR OLD.embedding <> NEW.embedding
      OR OLD.embedding_model IS DISTINCT FROM NEW.embedding_model) AND current_user <> 'anamnesis_owner'))
  EXECUTE FUNCTION guard.refuse();
CREATE TRIGGER immutable BEFORE UPDATE ON memory_turn_embedding FOR EACH ROW
  WHEN (current_user <> 'anamnesis_owner') EXECUTE FUNCTION guard.refuse();
CREATE TRIGGER immutable BEFORE UPDATE ON memory_record FOR EACH ROW
  WHEN ((OLD.user_key, OLD.created_at) IS DISTINCT FROM (NEW.user_key, NEW.created_at))
  EXECUTE FUNCTION guard.refuse();

CREATE TRIGGER immutable BEFORE UPDATE ON memory_conflict FOR EACH ROW
  WHEN ((OLD.id, OLD.user_key, OLD.older_id, OLD.newer_id, OLD.note, OLD.opened_at) IS DISTINCT FROM
        (NEW.id, NEW.user_key, NEW.older_id, NEW.newer_id, NEW.note, NEW.opened_at))
  EXECUTE FUNCTION guard.refuse();
-- An access is given and taken, never moved: the audit of the record that lost it would not know.
CREATE TRIGGER immutable BEFORE UPDATE ON record_access FOR EACH ROW
  WHEN ((OLD.id, OLD.user_key, OLD.account_id, OLD.granted_at) IS DISTINCT FROM
        (NEW.id, NEW.user_key, NEW.account_id, NEW.granted_at))
  EXECUTE FUNCTION guard.refuse();
CREATE TRIGGER immutable BEFORE UPDATE ON care_relationship FOR EACH ROW
  WHEN ((OLD.id, OLD.user_key, OLD.clinician_id) IS DISTINCT FROM (NEW.id, NEW.user_key, NEW.clinician_id))
  EXECUTE FUNCTION guard.refuse();

-- A chain of successors never comes back to its beginning.
-- Both deferred checks run as the owner: whoever changes role or pass before the end must not blind them.
CREATE FUNCTION guard.no_cycle() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF EXISTS (
    WITH RECURSIVE successor (id) AS (
      SELECT NEW.superseded_by
      UNION
      SELECT f.superseded_by FROM successor s
        JOIN public.adk_memory_facts f ON f.user_key = NEW.user_key AND f.id = s.id
       WHERE f.superseded_by IS NOT NULL)
    SELECT FROM successor WHERE id = NEW.id) THEN
    RAISE EXCEPTION 'a fact cannot succeed itself' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER no_cycle AFTER INSERT OR UPDATE OF superseded_by ON adk_memory_facts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.superseded_by IS NOT NULL) EXECUTE FUNCTION guard.no_cycle();

CREATE FUNCTION guard.needs_evidence() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF EXISTS (SELECT FROM public.adk_memory_facts f WHERE f.user_key = NEW.user_key AND f.id = NEW.id)
     AND NOT EXISTS (SELECT FROM public.memory_evidence e WHERE e.user_key = NEW.user_key AND e.fact_id = NEW.id) THEN
    RAISE EXCEPTION 'a fact without evidence' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER needs_evidence AFTER INSERT ON adk_memory_facts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard.needs_evidence();

-- The audit: one row for each change, a link of the silo's hash chain over a salted digest of the content, so that
-- one fact's words can be forgotten without breaking it. The head's row lock puts writers in order.
ALTER TABLE memory_audit ALTER COLUMN id SET DEFAULT gen_random_uuid();

CREATE FUNCTION guard.audit_hash(prev bytea, k text, seq bigint, at timestamptz, table_name text, row_id text, op text,
  by text, door text, why text, digest bytea) RETURNS bytea
LANGUAGE sql IMMUTABLE SET search_path = '' AS $$
  SELECT sha256(prev || convert_to(jsonb_build_array(
    k, seq, extract(epoch FROM at), table_name, row_id, op, by, door, why, encode(digest, 'hex'))::text, 'utf8')) $$;

CREATE FUNCTION guard.audit_row() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' SET timezone = 'UTC' AS $$
DECLARE
  pass jsonb;
  content jsonb := jsonb_build_object(
    'old', CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - 'embedding' END,
    'new', CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - 'embedding' END);
  k text := coalesce(content->'new'->>'user_key', content->'old'->>'user_key');
  row_id text := coalesce(content->'new'->>'id', content->'old'->>'id');
  salt bytea := decode(replace(gen_random_uuid()::text, '-', ''), 'hex');
  digest bytea := sha256(salt || convert_to(content::text, 'utf8'));
  at timestamptz := clock_timestamp();
  last_seq bigint;
  last_hash bytea;
  this_hash bytea;
BEGIN
  IF coalesce(current_setting('app.pass', true), '') = '' AND session_user = 'anamnesis_owner' THEN
    pass := '{"by": "owner", "door": "owner", "why": "upkeep"}';
  ELSE
    pass := guard.bearer();
  END IF;
  IF coalesce(pass->>'by', '') = '' THEN
    RAISE EXCEPTION 'a write without an actor' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO public.memory_audit_head AS h (user_key, seq, hash) VALUES (k, 0, '\x')
    ON CONFLICT (user_key) DO UPDATE SET seq = h.seq RETURNING h.seq, h.hash INTO last_seq, last_hash;
  this_hash := guard.audit_hash(last_hash, k, last_seq + 1, at, TG_TABLE_NAME, row_id, TG_OP,
    pass->>'by', coalesce(pass->>'door', ''), coalesce(pass->>'why', ''), digest);
  INSERT INTO public.memory_audit
    (user_key, seq, at, table_name, row_id, op, by, door, why, salt, payload, digest, prev, hash)
  VALUES (k, last_seq + 1, at, TG_TABLE_NAME, row_id, TG_OP, pass->>'by', coalesce(pass->>'door', ''),
    coalesce(pass->>'why', ''), salt, content, digest, last_hash, this_hash);
  UPDATE public.memory_audit_head SET seq = last_seq + 1, hash = this_hash WHERE user_key = k;
  RETURN NULL;
END $$;

-- An erasure leaves no audit behind; forgetting one fact (app.forget) does.
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['adk_memory_facts', 'record_access', 'care_relationship'] LOOP
    EXECUTE format('CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW'
                   ' WHEN (current_user <> ''anamnesis_eraser'' OR current_setting(''app.forget'', true) = ''on'')'
                   ' EXECUTE FUNCTION guard.audit_row()', t);
  END LOOP;
END $$;

-- The first fault of each silo's chain, by place and kind; where the chain is whole, of its live rows. Row security
-- decides whose chains are seen.
CREATE FUNCTION audit_verify(only_key text DEFAULT NULL) RETURNS TABLE (user_key text, seq bigint, fault text)
LANGUAGE sql STABLE SET search_path = '' SET timezone = 'UTC' AS $$
  WITH link AS (
    SELECT a.*, lag(a.hash) OVER w AS last_hash, lag(a.seq) OVER w AS last_seq
      FROM public.memory_audit a WHERE only_key IS NULL OR a.user_key = only_key
    WINDOW w AS (PARTITION BY a.user_key ORDER BY a.seq)),
  newest AS (
    SELECT DISTINCT ON (a.user_key) a.user_key, a.seq, a.hash FROM link a ORDER BY a.user_key, a.seq DESC),
  found AS (
    SELECT l.user_key, l.seq, CASE
        WHEN l.seq <> coalesce(l.last_seq, 0) + 1 THEN 'rows missing before'
        WHEN l.prev IS DISTINCT FROM coalesce(l.last_hash, '\x'::bytea) THEN 'does not follow the row before'
        WHEN l.hash <> guard.audit_hash(l.prev, l.user_key, l.seq, l.at, l.table_name, l.row_id, l.op, l.by, l.door,
                                        l.why, l.digest) THEN 'changed'
        WHEN l.payload IS NOT NULL AND l.digest <> sha256(l.salt || convert_to(l.payload::text, 'utf8'))
          THEN 'content changed'
        WHEN l.payload IS NULL AND NOT EXISTS (
          SELECT FROM public.memory_audit d WHERE d.user_key = l.user_key AND d.row_id = l.row_id AND d.op = 'DELETE')
          THEN 'content gone, fact never forgotten'
      END AS fault FROM link l
    UNION ALL
    SELECT h.user_key, h.seq, CASE
        WHEN n.seq IS NULL OR n.seq < h.seq THEN 'tail missing'
        WHEN n.seq > h.seq THEN 'rows beyond the head'
        WHEN n.hash <> h.hash THEN 'head differs'
      END FROM public.memory_audit_head h LEFT JOIN newest n USING (user_key)
     WHERE only_key IS NULL OR h.user_key = only_key
    UNION ALL
    SELECT n.user_key, n.seq, 'head missing' FROM newest n
     WHERE NOT EXISTS (SELECT FROM public.memory_audit_head h WHERE h.user_key = n.user_key)),
  -- live rows against the last audited state: what was changed behind the audit's back
  latest AS (
    SELECT DISTINCT ON (a.user_key, a.row_id) a.user_key, a.seq, a.row_id, a.op, a.payload
      FROM link a WHERE a.table_name = 'adk_memory_facts' ORDER BY a.user_key, a.row_id, a.seq DESC),
  live AS MATERIALIZED ( -- else the row is turned to JSON once for each of its keys
    SELECT f.user_key, f.id::text AS row_id, to_jsonb(f) - 'embedding' AS content FROM public.adk_memory_facts f
     WHERE only_key IS NULL OR f.user_key = only_key),
  drift AS (
    SELECT coalesce(live.user_key, latest.user_key) AS user_key, coalesce(latest.seq, 0) AS seq, CASE
        WHEN latest.row_id IS NULL OR (latest.op = 'DELETE' AND live.row_id IS NOT NULL) THEN 'live fact never audited'
        WHEN live.row_id IS NULL AND latest.op <> 'DELETE' THEN 'live fact gone'
        WHEN latest.payload IS NOT NULL AND latest.op <> 'DELETE' AND EXISTS (
          SELECT FROM jsonb_each(latest.payload->'new') e WHERE e.value IS DISTINCT FROM live.content->e.key)
          THEN 'live fact changed'
      END AS fault FROM live FULL JOIN latest ON latest.user_key = live.user_key AND latest.row_id = live.row_id)
  SELECT DISTINCT ON (f.user_key) f.user_key, f.seq, f.fault
    FROM (SELECT *, 1 AS level FROM found UNION ALL SELECT *, 2 FROM drift) f WHERE f.fault IS NOT NULL
   ORDER BY f.user_key, f.level, f.seq $$;

REVOKE ALL ON FUNCTION audit_verify(text) FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA guard FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_verify(text), guard.audit_hash TO anamnesis_silo, anamnesis_clinician;

-- The access log says who looked by the pass, whatever the statement claims.
CREATE FUNCTION guard.signed_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE pass jsonb := guard.bearer();
BEGIN
  NEW.by := pass->>'by';
  NEW.door := coalesce(pass->>'door', '');
  RETURN NEW;
END $$;
CREATE TRIGGER signed_entry BEFORE INSERT ON memory_access_log
  FOR EACH ROW EXECUTE FUNCTION guard.signed_entry();
REVOKE ALL ON FUNCTION guard.signed_entry() FROM PUBLIC;
