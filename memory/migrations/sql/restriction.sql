-- A restricted record is kept, not used: nothing is added to it or changed in it, nothing of it is placed in a prompt, no
-- work on it is due, and no clinician enters it. Its owner reads it and takes it along; it can be erased and forgotten.

-- Raised wherever a restricted record would be used; `memory.door` knows it by its code.
CREATE FUNCTION guard.refuse_restricted(k text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  -- The lock lets the restriction wait for writers in flight, and writers wait for it.
  PERFORM FROM public.memory_record r WHERE r.user_key = k AND r.restricted FOR KEY SHARE;
  IF FOUND THEN
    RAISE EXCEPTION 'this record is restricted: it is kept, not used' USING ERRCODE = 'AR018';
  END IF;
END $$;

CREATE FUNCTION guard.kept_not_used() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF session_user <> 'anamnesis_owner' OR coalesce(current_setting('app.pass', true), '') <> '' THEN -- no upkeep
    PERFORM guard.refuse_restricted(NEW.user_key);
  END IF;
  RETURN NEW;
END $$;

-- Every later silo table gets it, too, by the one call that protects it.
ALTER FUNCTION guard.protect(regclass) RENAME TO protect_rows;
CREATE FUNCTION guard.protect(t regclass) RETURNS void LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  PERFORM guard.protect_rows(t);
  EXECUTE format('CREATE TRIGGER kept_not_used BEFORE INSERT OR UPDATE ON %s FOR EACH ROW'
                 ' WHEN (current_user <> ''anamnesis_eraser'') EXECUTE FUNCTION guard.kept_not_used()', t);
END $$;
-- Not the registry, where a restriction is lifted; not the logs, which go on, nor who may open and read the record.
DO $$ DECLARE t record; BEGIN
  FOR t IN SELECT s.name FROM guard.silo_table s WHERE s.short_name NOT IN ('memory_record', 'memory_audit',
      'memory_audit_head', 'memory_access_log', 'record_access', 'care_relationship') LOOP
    EXECUTE format('CREATE TRIGGER kept_not_used BEFORE INSERT OR UPDATE ON %s FOR EACH ROW'
                   ' WHEN (current_user <> ''anamnesis_eraser'') EXECUTE FUNCTION guard.kept_not_used()', t.name);
  END LOOP;
END $$;
-- Each recall writes what it placed, in the transaction in which it reads: refused, it gives nothing back.
CREATE TRIGGER nothing_placed BEFORE INSERT ON memory_access_log FOR EACH ROW
  WHEN (NEW.what = 'placed') EXECUTE FUNCTION guard.kept_not_used();

-- A clinician whose pass names a restricted record is told so, whatever she would read or do in it.
CREATE OR REPLACE FUNCTION guard.clinician_silo() RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
DECLARE k text := nullif(guard.pass('clinician')->>'silo', '');
BEGIN
  IF EXISTS (SELECT FROM public.memory_record r WHERE r.user_key = k AND r.restricted) THEN
    RAISE EXCEPTION 'this record is restricted: it is kept, not used' USING ERRCODE = 'AR018';
  END IF;
  RETURN k;
END $$;

-- The work of restricted records waits until the restriction is lifted, the purging of transcripts too.
ALTER FUNCTION public.due_work(interval) RENAME TO all_work;
ALTER FUNCTION public.all_work(interval) SET SCHEMA guard;
REVOKE ALL ON FUNCTION guard.all_work(interval) FROM anamnesis_app;
CREATE FUNCTION public.due_work(patience interval DEFAULT '2 minutes')
RETURNS TABLE (work text, user_key text, session uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT w.* FROM guard.all_work(patience) w
   WHERE NOT EXISTS (SELECT FROM public.memory_record r WHERE r.user_key = w.user_key AND r.restricted) $$;
REVOKE ALL ON FUNCTION public.due_work(interval) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.due_work(interval) TO anamnesis_app;

-- The audit, as before; a trigger may name the only columns that it keeps, and a row without an id is the record's own.
CREATE OR REPLACE FUNCTION guard.audit_row() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' SET timezone = 'UTC' AS $$
DECLARE
  pass jsonb;
  content jsonb := jsonb_build_object(
    'old', CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - 'embedding' END,
    'new', CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - 'embedding' END);
  k text := coalesce(content->'new'->>'user_key', content->'old'->>'user_key');
  row_id text := coalesce(content->'new'->>'id', content->'old'->>'id', 'record');
  salt bytea := decode(replace(gen_random_uuid()::text, '-', ''), 'hex');
  digest bytea;
  at timestamptz := clock_timestamp();
  last_seq bigint;
  last_hash bytea;
  this_hash bytea;
BEGIN
  IF TG_NARGS > 0 THEN
    SELECT jsonb_object_agg(side.key, (SELECT jsonb_object_agg(c.key, c.value) FROM jsonb_each(side.value) c
                                        WHERE c.key = ANY (TG_ARGV)))
      INTO content FROM jsonb_each(content) side;
  END IF;
  digest := sha256(salt || convert_to(content::text, 'utf8'));
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
CREATE TRIGGER audit AFTER UPDATE ON memory_record FOR EACH ROW
  WHEN (OLD.restricted IS DISTINCT FROM NEW.restricted AND current_user <> 'anamnesis_eraser')
  EXECUTE FUNCTION guard.audit_row('restricted');

-- Restricts a record, or lifts the restriction, as privacy staff; returns whether that changed anything. Its owner
-- reads of it where she reads who looked.
CREATE FUNCTION guard.restrict_silo(k text, wanted boolean) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE pass jsonb := guard.pass('privacy');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(k, 0)); -- the ledger's
  PERFORM FROM public.memory_record r WHERE r.user_key = k FOR UPDATE; -- waits for writers in flight
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no such record' USING ERRCODE = 'no_data_found';
  END IF;
  UPDATE public.memory_record r SET restricted = wanted WHERE r.user_key = k AND r.restricted <> wanted;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO public.memory_access_log (id, user_key, at, by, door, what, why, facts)
    VALUES (gen_random_uuid(), k, clock_timestamp(), '', '',
            CASE WHEN wanted THEN 'restricted the record' ELSE 'lifted the restriction' END, pass->>'why', '[]');
  RETURN true;
END $$;

REVOKE ALL ON FUNCTION guard.refuse_restricted(text), guard.kept_not_used(), guard.protect(regclass),
  guard.restrict_silo(text, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION guard.restrict_silo(text, boolean) TO anamnesis_privacy;
