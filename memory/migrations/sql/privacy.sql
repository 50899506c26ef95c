-- The privacy office: requests with their clock, erasures that two people order, who looked, what retention will take.
-- None of these tables belongs to a silo: they outlive an erasure, and hold digests, dates and codes, no key, no words.

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['memory_privacy_request', 'memory_erasure_order'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY owner_all ON %I TO anamnesis_owner USING (true) WITH CHECK (true)', t);
    EXECUTE format('CREATE POLICY privacy_office ON %I TO anamnesis_privacy'
                   ' USING ((SELECT guard.pass(''privacy'')) IS NOT NULL)'
                   ' WITH CHECK ((SELECT guard.pass(''privacy'')) IS NOT NULL)', t);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO anamnesis_privacy', t);
    EXECUTE format('CREATE TRIGGER no_delete BEFORE DELETE ON %I FOR EACH ROW EXECUTE FUNCTION guard.refuse()', t);
    EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON %I EXECUTE FUNCTION guard.refuse()', t);
  END LOOP;
END $$;
GRANT UPDATE (due_on, extended_at, closed_at, closed_by, outcome) ON memory_privacy_request TO anamnesis_privacy;
GRANT UPDATE (decided_at, decided_by, decision) ON memory_erasure_order TO anamnesis_privacy;

-- Who keeps a request, and when, is written from the pass; what is closed stays closed, a term is extended once.
CREATE FUNCTION guard.signed_request() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE pass jsonb := guard.pass('privacy');
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.opened_by := pass->>'by';
    NEW.opened_at := clock_timestamp();
    NEW.extended_at := NULL;
    NEW.due_on := (NEW.received_on + interval '1 month')::date;
  ELSIF OLD.closed_at IS NOT NULL OR (OLD.extended_at IS NOT NULL AND NEW.extended_at IS DISTINCT FROM OLD.extended_at) THEN
    RAISE EXCEPTION 'a request that is closed or extended stays so' USING ERRCODE = 'insufficient_privilege';
  ELSIF NEW.extended_at IS NOT NULL AND OLD.extended_at IS NULL THEN
    NEW.extended_at := clock_timestamp();
    NEW.due_on := (NEW.received_on + interval '3 months')::date;
  ELSE
    NEW.due_on := OLD.due_on;
  END IF;
  NEW.closed_at := CASE WHEN NEW.outcome <> '' THEN clock_timestamp() END;
  NEW.closed_by := CASE WHEN NEW.outcome <> '' THEN pass->>'by' ELSE '' END;
  RETURN NEW;
END $$;
CREATE TRIGGER signed BEFORE INSERT OR UPDATE ON memory_privacy_request
  FOR EACH ROW EXECUTE FUNCTION guard.signed_request();

-- One asks for an erasure, another carries it out, either may withdraw it: all from the pass, each once.
CREATE FUNCTION guard.signed_order() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE pass jsonb := guard.pass('privacy');
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.asked_by := pass->>'by';
    NEW.asked_at := clock_timestamp();
    NEW.decision := '';
  ELSIF OLD.decision <> '' OR (NEW.decision = 'erased') <> (current_user = 'anamnesis_eraser') THEN
    RAISE EXCEPTION 'an order is decided once, and carried out by its function' USING ERRCODE = 'insufficient_privilege';
  END IF;
  NEW.decided_at := CASE WHEN NEW.decision <> '' THEN clock_timestamp() END;
  NEW.decided_by := CASE WHEN NEW.decision <> '' THEN pass->>'by' ELSE '' END;
  RETURN NEW;
END $$;
CREATE TRIGGER signed BEFORE INSERT OR UPDATE ON memory_erasure_order
  FOR EACH ROW EXECUTE FUNCTION guard.signed_order();
GRANT SELECT, UPDATE (decided_at, decided_by, decision, receipt_id) ON memory_erasure_order TO anamnesis_eraser;
CREATE POLICY eraser_carries_out ON memory_erasure_order TO anamnesis_eraser USING (true) WITH CHECK (true);

-- Carries out an order that somebody else of the privacy staff has given; returns the receipt.
CREATE FUNCTION guard.erase_ordered(k text, ordered uuid) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  pass jsonb := guard.pass('privacy');
  o public.memory_erasure_order;
  receipt uuid;
BEGIN
  SELECT * INTO o FROM public.memory_erasure_order x WHERE x.id = ordered AND x.decision = '' FOR UPDATE;
  IF NOT FOUND OR o.silo_digest IS DISTINCT FROM guard.digest_of_key(k) THEN
    RAISE EXCEPTION 'no such order' USING ERRCODE = 'no_data_found';
  END IF;
  IF o.asked_by = pass->>'by' THEN
    RAISE EXCEPTION 'a second person has to approve' USING ERRCODE = 'insufficient_privilege';
  END IF;
  receipt := guard.erase(k, o.basis, o.asked_by || ', approved by ' || (pass->>'by'));
  UPDATE public.memory_erasure_order x SET decision = 'erased', receipt_id = receipt WHERE x.id = ordered;
  RETURN receipt;
END $$;

-- What was found when an erasure was verified, kept once with its receipt.
CREATE TRIGGER verified_once BEFORE UPDATE ON memory_erasure_receipt FOR EACH ROW
  WHEN (OLD.verification IS NOT NULL AND OLD.verification IS DISTINCT FROM NEW.verification)
  EXECUTE FUNCTION guard.refuse();
CREATE FUNCTION guard.note_verification(receipt uuid, seen jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  PERFORM guard.pass('privacy');
  UPDATE public.memory_erasure_receipt r SET verification = seen || jsonb_build_object('at', clock_timestamp())
   WHERE r.id = receipt AND r.verification IS NULL AND r.bytes_gone_at IS NULL;
END $$;

-- Who looked at a record, newest first, without a word of it; the look at the log is itself in the log.
CREATE FUNCTION guard.silo_looks(k text, page_size integer, skip integer)
RETURNS TABLE (at timestamptz, by text, door text, what text, why text, facts integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE pass jsonb := guard.pass('privacy');
BEGIN
  IF NOT EXISTS (SELECT FROM public.memory_record r WHERE r.user_key = k) THEN
    RAISE EXCEPTION 'no such record' USING ERRCODE = 'no_data_found';
  END IF;
  INSERT INTO public.memory_access_log (id, user_key, at, by, door, what, why, facts)
    VALUES (gen_random_uuid(), k, clock_timestamp(), '', '', 'read who looked, as privacy staff', pass->>'why', '[]');
  RETURN QUERY SELECT l.at, l.by, l.door, l.what, l.why, jsonb_array_length(l.facts)
    FROM public.memory_access_log l WHERE l.user_key = k AND NOT (l.what = 'placed' AND l.facts = '[]')
   ORDER BY l.at DESC, l.id DESC LIMIT least(page_size, 200) OFFSET skip;
END $$;

-- Which transcripts retention will take, and what holds one back; of one record or of all, the next first.
CREATE FUNCTION guard.to_be_purged(only_key text, page_size integer, skip integer)
RETURNS TABLE (digest text, purged_at timestamptz, turns bigint, held_by text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  PERFORM guard.pass('privacy');
  RETURN QUERY
    SELECT guard.digest_of_key(s.user_key), s.expire_at,
           (SELECT count(*) FROM public.adk_session_events t WHERE t.user_key = s.user_key AND t.session_id = s.id),
           CASE WHEN r.restricted THEN 'restricted' WHEN s.status NOT IN ('done', 'nothing found') THEN s.status
                ELSE '' END
      FROM public.adk_sessions s JOIN public.memory_record r USING (user_key)
     WHERE s.expire_at IS NOT NULL AND (only_key IS NULL OR s.user_key = only_key)
     ORDER BY s.expire_at, s.id LIMIT least(page_size, 200) OFFSET skip;
END $$;

-- How many rows of a record say the same again: all that is written of them agrees, but for when it was recorded.
CREATE FUNCTION guard.duplicate_counts(k text) RETURNS TABLE (groups bigint, further bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  PERFORM guard.pass('privacy');
  RETURN QUERY
    SELECT count(*), coalesce(sum(g.n - 1), 0)::bigint FROM (
      SELECT count(*) AS n FROM public.adk_memory_facts f WHERE f.user_key = k
       GROUP BY f.tag, f.fact, f.fact_date, f.date_precision, f.source, f.status, f.memory_key, f.subject, f.attribute,
                f.value, f.unit, f.frequency, f.route, f.as_needed, f.negated
      HAVING count(*) > 1) g;
END $$;

-- An account that was closed is forgotten again after a restore, too: known by a digest of its number and the moment at
-- which it joined, so that neither its address is kept nor another account, which gets the number anew, is meant.
CREATE FUNCTION guard.digest_of_account(account bigint, joined timestamptz) RETURNS text
LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT encode(sha256(convert_to('account ' || account || ' ' || extract(epoch FROM joined), 'utf8')), 'hex') $$;
CREATE FUNCTION guard.account_closed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  INSERT INTO public.memory_closed_account (digest, closed_at)
    VALUES (guard.digest_of_account(OLD.id, OLD.joined_at), clock_timestamp()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER closed AFTER DELETE ON memory_user FOR EACH ROW EXECUTE FUNCTION guard.account_closed();

-- What the administrator sees of the work: states and kinds of failure with how many sessions are in each, no silo.
CREATE FUNCTION guard.work_states() RETURNS TABLE (state text, failure text, sessions bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  PERFORM guard.pass('registrar');
  RETURN QUERY -- two indexes, so that no finished session is counted
    SELECT s.status, '', count(*) FROM public.adk_sessions s
     WHERE s.status NOT IN ('done', 'nothing found', 'failed') GROUP BY s.status
    UNION ALL
    SELECT s.status, s.failure, count(*) FROM public.adk_sessions s WHERE s.status = 'failed'
     GROUP BY s.status, s.failure ORDER BY 1, 2;
END $$;

-- Of a sample of at most some ten thousand facts: how many there are, and how many have a vector of each model.
CREATE FUNCTION guard.vector_sample() RETURNS TABLE (model text, facts bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  about float8 := (SELECT c.reltuples FROM pg_catalog.pg_class c WHERE c.oid = 'public.adk_memory_facts'::regclass);
  share float8 := least(100, 100 * 10000 / greatest(about, 1));
BEGIN
  PERFORM guard.pass('registrar');
  RETURN QUERY SELECT coalesce(f.embedding_model, ''), count(*)
    FROM (SELECT x.embedding_model FROM public.adk_memory_facts x TABLESAMPLE SYSTEM (share) LIMIT 20000) f
   GROUP BY 1 ORDER BY 2 DESC;
END $$;

REVOKE ALL ON FUNCTION guard.signed_request(), guard.signed_order(), guard.erase_ordered(text, uuid),
  guard.note_verification(uuid, jsonb), guard.silo_looks(text, integer, integer),
  guard.to_be_purged(text, integer, integer), guard.duplicate_counts(text),
  guard.digest_of_account(bigint, timestamptz), guard.account_closed(), guard.work_states(), guard.vector_sample()
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION guard.erase_ordered(text, uuid), guard.note_verification(uuid, jsonb),
  guard.silo_looks(text, integer, integer), guard.to_be_purged(text, integer, integer), guard.duplicate_counts(text)
  TO anamnesis_privacy;
GRANT EXECUTE ON FUNCTION guard.digest_of_account(bigint, timestamptz) TO anamnesis_app; -- for the list kept outside
GRANT EXECUTE ON FUNCTION guard.work_states(), guard.vector_sample() TO anamnesis_registrar;
SELECT guard_admin.give_to_eraser('guard.erase_ordered(text, uuid)');
