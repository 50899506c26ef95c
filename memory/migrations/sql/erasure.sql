-- Erasure, forgetting and retention: functions of the eraser, a role that no one can log in as or take.

GRANT USAGE ON SCHEMA public TO anamnesis_eraser;
GRANT UPDATE (label) ON memory_record TO anamnesis_eraser; -- for the row lock only
GRANT UPDATE (text, removed) ON adk_session_events TO anamnesis_eraser;
GRANT UPDATE (quote, turn_id) ON memory_evidence TO anamnesis_eraser;
GRANT UPDATE (turn_id) ON memory_held_draft TO anamnesis_eraser;
GRANT UPDATE (query, shortlist, placed, quotations, sentences) ON memory_recall_trace TO anamnesis_eraser;
GRANT UPDATE (status, superseded_by, contested, retired_at, retired_by, retired_why, retired_note, updated_at)
  ON adk_memory_facts TO anamnesis_eraser;
GRANT UPDATE (payload, salt) ON memory_audit TO anamnesis_eraser;
GRANT UPDATE (expire_at) ON adk_sessions TO anamnesis_eraser;
GRANT UPDATE (winner_id) ON memory_conflict TO anamnesis_eraser;
GRANT SELECT, INSERT ON memory_erasure_receipt TO anamnesis_eraser;
GRANT SELECT ON memory_erasure_receipt TO anamnesis_privacy;

ALTER TABLE memory_erasure_receipt ENABLE ROW LEVEL SECURITY;
ALTER TABLE memory_erasure_receipt FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON memory_erasure_receipt TO anamnesis_owner USING (true) WITH CHECK (true);
CREATE POLICY eraser_writes ON memory_erasure_receipt TO anamnesis_eraser USING (true) WITH CHECK (true);
CREATE POLICY privacy_reads ON memory_erasure_receipt FOR SELECT TO anamnesis_privacy
  USING ((SELECT guard.pass('privacy')) IS NOT NULL);

CREATE FUNCTION guard.digest_of_key(k text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = ''
  AS $$ SELECT encode(sha256(convert_to(k, 'utf8')), 'hex') $$;

-- A receipt is proof: it stays as written, but learns, once, when the bytes were gone too.
CREATE TRIGGER no_delete BEFORE DELETE ON memory_erasure_receipt FOR EACH ROW EXECUTE FUNCTION guard.refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON memory_erasure_receipt EXECUTE FUNCTION guard.refuse();
CREATE TRIGGER immutable BEFORE UPDATE ON memory_erasure_receipt FOR EACH ROW
  WHEN (OLD.bytes_gone_at IS NOT NULL
        OR (OLD.id, OLD.silo_digest, OLD.rows_gone_at, OLD.by, OLD.basis, OLD.counts) IS DISTINCT FROM
           (NEW.id, NEW.silo_digest, NEW.rows_gone_at, NEW.by, NEW.basis, NEW.counts))
  EXECUTE FUNCTION guard.refuse();

-- A key that was erased is never used again: a late writer, or a restored backup, must not meet a new person.
CREATE FUNCTION guard.key_never_reused() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF EXISTS (SELECT FROM public.memory_erasure_receipt r WHERE r.silo_digest = guard.digest_of_key(NEW.user_key)) THEN
    RAISE EXCEPTION 'this record was erased; its key is never used again' USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER key_never_reused BEFORE INSERT ON memory_record
  FOR EACH ROW EXECUTE FUNCTION guard.key_never_reused();

-- One silo, every table that the catalogue knows, counted again. Returns how many rows went, by table.
CREATE FUNCTION guard.erase_rows(k text) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  t record;
  n bigint;
  counts jsonb := '{}';
BEGIN
  PERFORM set_config('app.erase', k, true);
  PERFORM set_config('app.forget', '', true);
  PERFORM pg_advisory_xact_lock(hashtextextended(k, 0)); -- the ledger's
  PERFORM FROM public.memory_record r WHERE r.user_key = k FOR UPDATE; -- waits for writers in flight, stops new ones
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no such record' USING ERRCODE = 'no_data_found';
  END IF;
  FOR t IN SELECT s.name, s.short_name FROM guard.silo_table s WHERE s.short_name <> 'memory_record' LOOP
    EXECUTE format('DELETE FROM %s WHERE user_key = $1', t.name) USING k;
    GET DIAGNOSTICS n = ROW_COUNT;
    counts := counts || jsonb_build_object(t.short_name, n);
  END LOOP;
  SET CONSTRAINTS ALL IMMEDIATE;
  DELETE FROM public.memory_record r WHERE r.user_key = k;
  counts := counts || jsonb_build_object('memory_record', 1);
  FOR t IN SELECT s.name, s.short_name FROM guard.silo_table s LOOP
    EXECUTE format('SELECT count(*) FROM %s WHERE user_key = $1', t.name) INTO n USING k;
    IF n > 0 THEN RAISE EXCEPTION 'rows remain in %', t.short_name; END IF;
  END LOOP;
  SET CONSTRAINTS ALL DEFERRED;
  PERFORM set_config('app.erase', '', true);
  RETURN counts;
END $$;

-- Erases one silo and writes the receipt; returns its id. A writer in flight may hold a row and need the registry's,
-- while we hold the registry's and need that row: then we let go, it ends, and we begin again.
CREATE FUNCTION guard.erase(k text, basis text, by text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  counts jsonb;
  tries integer := 0;
  receipt uuid := gen_random_uuid();
BEGIN
  IF coalesce(k, '') = '' THEN
    RAISE EXCEPTION 'no silo named' USING ERRCODE = 'null_value_not_allowed';
  END IF;
  WHILE counts IS NULL LOOP
    BEGIN
      counts := guard.erase_rows(k);
    EXCEPTION WHEN deadlock_detected THEN
      tries := tries + 1;
      IF tries = 10 THEN RAISE; END IF;
      PERFORM pg_sleep(0.1); -- what waits for the registry's row needs a moment to take it
    END;
  END LOOP;
  INSERT INTO public.memory_erasure_receipt (id, silo_digest, rows_gone_at, by, basis, counts)
    VALUES (receipt, guard.digest_of_key(k), clock_timestamp(), by, basis, counts);
  RETURN receipt;
END $$;

CREATE FUNCTION guard.erase_my_silo() RETURNS uuid LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  SELECT guard.erase(guard.silo_key(), 'request of the person', 'the person') $$;
CREATE FUNCTION guard.erase_silo(k text, basis text) RETURNS uuid
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  SELECT guard.erase(k, basis, guard.pass('privacy')->>'by') $$;

-- One sentence taken out of a text, visibly; all of it where the sentence is not found word for word.
CREATE FUNCTION guard.without(whole text, part text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = '' AS $$
  SELECT CASE WHEN btrim(part) = '' THEN whole
              WHEN position(part IN whole) = 0 THEN '[a sentence was removed at the person''s request]'
              ELSE replace(whole, part, '[a sentence was removed at the person''s request]') END $$;

CREATE FUNCTION guard.without_fact(listed jsonb, f uuid) RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path = '' AS $$
  SELECT coalesce(jsonb_agg(x ORDER BY place), '[]') FROM jsonb_array_elements(listed) WITH ORDINALITY one(x, place)
   WHERE x->>'id' IS DISTINCT FROM f::text $$;

-- Takes a fact out of the traces, and its words out of the replies that spoke it or rested on the quoted turns.
CREATE FUNCTION guard.forget_replies(k text, f uuid, quoted text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  s record;
BEGIN
  FOR s IN SELECT r.id, r.reply_turn_id, r.question_turn_id, told.place, told.sentence->>'text' AS text,
                  coalesce(told.sentence->>'withheld', '') = '' AS was_said,
                  told.sentence->'facts' ? f::text AS spoke_it
             FROM public.memory_recall_trace r, jsonb_array_elements(r.sentences) WITH ORDINALITY told(sentence, place)
            WHERE r.user_key = k AND (told.sentence->'facts' ? f::text OR told.sentence->'turns' ?| quoted) LOOP
    UPDATE public.adk_session_events t SET text = guard.without(t.text, s.text), removed = true
     WHERE t.user_key = k AND t.id = s.reply_turn_id
       AND (position(s.text IN t.text) > 0 OR (s.was_said AND NOT t.removed));
    UPDATE public.memory_recall_trace r
       SET sentences = jsonb_set(r.sentences, ARRAY[(s.place - 1)::text, 'text'],
                                 to_jsonb(guard.without(s.text, s.text))),
           query = CASE WHEN s.spoke_it THEN guard.without(r.query, r.query) ELSE r.query END
     WHERE r.user_key = k AND r.id = s.id;
    DELETE FROM public.memory_turn_embedding t WHERE t.user_key = k AND t.id = s.question_turn_id AND s.spoke_it;
  END LOOP;
  UPDATE public.memory_recall_trace r
     SET shortlist = guard.without_fact(r.shortlist, f), placed = guard.without_fact(r.placed, f)
   WHERE r.user_key = k AND (r.shortlist || r.placed) @> jsonb_build_array(jsonb_build_object('id', f));
END $$;

-- Takes the quoted words of a fact out of turns, other evidence, held drafts, traces and replies.
CREATE FUNCTION guard.forget_words(k text, f uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  e record;
  quoted text[] := '{}';
BEGIN
  FOR e IN SELECT v.turn_id, v.session_id, v.quote FROM public.memory_evidence v
            WHERE v.user_key = k AND v.fact_id = f LOOP
    quoted := array_remove(quoted || e.turn_id::text, NULL); -- NULL where retention took the turn
    UPDATE public.adk_session_events t SET text = guard.without(t.text, e.quote), removed = true
     WHERE t.user_key = k AND t.id = e.turn_id;
    DELETE FROM public.memory_turn_embedding t WHERE t.user_key = k AND t.id = e.turn_id;
    UPDATE public.memory_evidence v
       SET quote = CASE WHEN position(e.quote IN v.quote) > 0 THEN guard.without(v.quote, e.quote)
                        ELSE guard.without(v.quote, v.quote) END
     WHERE v.user_key = k AND v.fact_id <> f
       AND (v.turn_id = e.turn_id OR (e.turn_id IS NULL AND v.session_id = e.session_id))
       AND (position(e.quote IN v.quote) > 0 OR position(v.quote IN e.quote) > 0);
    DELETE FROM public.memory_held_draft h WHERE h.user_key = k
       AND (h.turn_id = e.turn_id OR (e.turn_id IS NULL AND h.session_id = e.session_id))
       AND (position(e.quote IN h.quote) > 0 OR position(h.quote IN e.quote) > 0);
    UPDATE public.memory_recall_trace r SET query = guard.without(r.query, r.query)
     WHERE r.user_key = k AND r.question_turn_id = e.turn_id;
  END LOOP;
  PERFORM guard.forget_replies(k, f, quoted);
END $$;

-- Neighbours in the chain meet each other; what the last link replaced stays as history, never as current.
CREATE FUNCTION guard.forget_row(k text, f uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  next uuid := (SELECT x.superseded_by FROM public.adk_memory_facts x WHERE x.user_key = k AND x.id = f);
  others uuid[];
BEGIN
  IF next IS NOT NULL THEN
    UPDATE public.adk_memory_facts x SET superseded_by = next, updated_at = now()
     WHERE x.user_key = k AND x.superseded_by = f;
  ELSE
    UPDATE public.adk_memory_facts x
       SET superseded_by = NULL, updated_at = now(),
           status = CASE x.retired_why WHEN 'corrected' THEN 'retracted' ELSE 'historical' END,
           retired_at = CASE x.retired_why WHEN 'corrected' THEN x.retired_at END
     WHERE x.user_key = k AND x.superseded_by = f;
  END IF;
  SELECT array_agg(CASE c.older_id WHEN f THEN c.newer_id ELSE c.older_id END) INTO others
    FROM public.memory_conflict c WHERE c.user_key = k AND f IN (c.older_id, c.newer_id);
  DELETE FROM public.memory_conflict c WHERE c.user_key = k AND f IN (c.older_id, c.newer_id);
  UPDATE public.memory_conflict c SET winner_id = NULL WHERE c.user_key = k AND c.winner_id = f;
  DELETE FROM public.memory_fact_usage u WHERE u.user_key = k AND u.id = f;
  DELETE FROM public.memory_evidence v WHERE v.user_key = k AND v.fact_id = f;
  DELETE FROM public.adk_memory_facts x WHERE x.user_key = k AND x.id = f;
  UPDATE public.adk_memory_facts x SET contested = false, updated_at = now()
   WHERE x.user_key = k AND x.id = ANY (others) AND x.contested AND NOT EXISTS (
     SELECT FROM public.memory_conflict c
      WHERE c.user_key = k AND c.settled_at IS NULL AND x.id IN (c.older_id, c.newer_id));
  UPDATE public.memory_audit a SET payload = NULL, salt = NULL WHERE a.user_key = k AND a.row_id = f::text;
END $$;

-- Forget one fact of the silo that is open, and the episodes that tell of it (by turn, or where retention took the
-- turns, by session). Returns how many rows went.
CREATE FUNCTION guard.forget_fact(f uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  k text := guard.silo_key();
  episode uuid;
  gone integer := 1;
BEGIN
  PERFORM set_config('app.erase', k, true);
  PERFORM set_config('app.forget', 'on', true);
  PERFORM pg_advisory_xact_lock(hashtextextended(k, 0));
  PERFORM FROM public.adk_memory_facts x WHERE x.user_key = k AND x.id = f FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no such fact' USING ERRCODE = 'no_data_found';
  END IF;
  FOR episode IN
    SELECT DISTINCT x.id FROM public.adk_memory_facts x
     JOIN public.memory_evidence v ON v.user_key = k AND v.fact_id = x.id
     JOIN public.memory_evidence q ON q.user_key = k AND q.fact_id = f
      AND (q.turn_id = v.turn_id OR (q.session_id = v.session_id AND (q.turn_id IS NULL OR v.turn_id IS NULL)))
     WHERE x.user_key = k AND x.tag = 'EPISODE' AND x.id <> f LOOP
    PERFORM guard.forget_replies(k, episode, '{}');
    PERFORM guard.forget_row(k, episode);
    gone := gone + 1;
  END LOOP;
  PERFORM guard.forget_words(k, f);
  PERFORM guard.forget_row(k, f);
  PERFORM set_config('app.erase', '', true);
  PERFORM set_config('app.forget', '', true);
  RETURN gone;
END $$;

-- Retention: the turns of a session past its day, with the traces that quote them; the facts keep their quotes.
CREATE FUNCTION guard.purge_transcript(s uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  k text := guard.silo_key();
  session text;
  gone integer;
BEGIN
  PERFORM set_config('app.erase', k, true);
  SELECT x.id INTO session FROM public.adk_sessions x
   WHERE x.user_key = k AND x.public_id = s AND x.expire_at <= now()
     AND x.status IN ('done', 'nothing found') FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  DELETE FROM public.memory_recall_trace r WHERE r.user_key = k AND r.session_id = session;
  DELETE FROM public.memory_turn_embedding e USING public.adk_session_events t
   WHERE e.user_key = k AND t.user_key = k AND t.id = e.id AND t.session_id = session;
  UPDATE public.memory_evidence v SET turn_id = NULL WHERE v.user_key = k AND v.turn_id IN (
    SELECT t.id FROM public.adk_session_events t WHERE t.user_key = k AND t.session_id = session);
  UPDATE public.memory_held_draft h SET turn_id = NULL WHERE h.user_key = k AND h.turn_id IN (
    SELECT t.id FROM public.adk_session_events t WHERE t.user_key = k AND t.session_id = session);
  DELETE FROM public.adk_session_events t WHERE t.user_key = k AND t.session_id = session;
  GET DIAGNOSTICS gone = ROW_COUNT;
  UPDATE public.adk_sessions x SET expire_at = NULL WHERE x.user_key = k AND x.id = session;
  PERFORM set_config('app.erase', '', true);
  RETURN gone;
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA guard FROM PUBLIC;
GRANT EXECUTE ON FUNCTION guard.digest_of_key(text) TO anamnesis_eraser;
GRANT EXECUTE ON FUNCTION guard.erase_my_silo(), guard.forget_fact(uuid), guard.purge_transcript(uuid)
  TO anamnesis_silo;
GRANT EXECUTE ON FUNCTION guard.erase_silo(text, text) TO anamnesis_privacy;
SELECT guard_admin.give_to_eraser('guard.erase(text, text, text)'),
       guard_admin.give_to_eraser('guard.erase_rows(text)'),
       guard_admin.give_to_eraser('guard.erase_my_silo()'),
       guard_admin.give_to_eraser('guard.erase_silo(text, text)'),
       guard_admin.give_to_eraser('guard.without(text, text)'),
       guard_admin.give_to_eraser('guard.without_fact(jsonb, uuid)'),
       guard_admin.give_to_eraser('guard.forget_replies(text, uuid, text[])'),
       guard_admin.give_to_eraser('guard.forget_words(text, uuid)'),
       guard_admin.give_to_eraser('guard.forget_row(text, uuid)'),
       guard_admin.give_to_eraser('guard.forget_fact(uuid)'),
       guard_admin.give_to_eraser('guard.purge_transcript(uuid)');
