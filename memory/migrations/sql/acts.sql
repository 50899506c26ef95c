-- What people decide about a fact: a patient's marks and answers, and a clinician's confirmation, retraction, settlement
-- and undoing, which are functions of hers alone. Nothing here edits a fact's words; what is undone is written anew.

SELECT guard.protect('memory_decision'),
       guard.link('memory_decision', 'fact_id', 'adk_memory_facts'),
       guard.link('memory_decision', 'conflict_id', 'memory_conflict'),
       guard.link('memory_decision', 'held_id', 'memory_held_draft'),
       guard.link('memory_decision', 'session_id', 'adk_sessions'),
       guard.link('memory_decision', 'undoes_id', 'memory_decision');
CREATE POLICY my_patient ON memory_decision FOR SELECT TO anamnesis_clinician
  USING (user_key = (SELECT guard.clinician_silo())
    AND user_key IN (SELECT c.user_key FROM public.care_relationship c));
GRANT SELECT, INSERT ON memory_decision TO anamnesis_silo;
GRANT SELECT ON memory_decision TO anamnesis_clinician;
GRANT UPDATE (fact_id) ON memory_decision TO anamnesis_eraser;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON memory_decision FOR EACH ROW
  WHEN (current_user <> 'anamnesis_eraser') EXECUTE FUNCTION guard.refuse();
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON memory_decision FOR EACH ROW
  WHEN (current_user <> 'anamnesis_eraser' OR current_setting('app.forget', true) = 'on')
  EXECUTE FUNCTION guard.audit_row();

-- Who decided, when and as what is written from the pass, whatever the statement claims; each role has its own kinds.
CREATE FUNCTION guard.signed_decision() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE pass jsonb := guard.bearer();
BEGIN
  IF NOT (CASE pass->>'role'
      WHEN 'silo' THEN NEW.kind IN ('pinned', 'unpinned', 'muted', 'unmuted', 'asked doctor', 'completed', 'dropped')
      WHEN 'clinician' THEN NEW.kind IN ('confirmed', 'unconfirmed', 'retracted', 'restored', 'settled', 'reopened')
      ELSE false END) THEN
    RAISE EXCEPTION 'this decision is not for the role %', pass->>'role' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF pass->>'role' = 'silo' AND EXISTS (
      SELECT FROM public.memory_decision d WHERE d.user_key = NEW.user_key AND d.id = NEW.undoes_id
         AND d.kind NOT IN ('pinned', 'muted')) THEN
    RAISE EXCEPTION 'only marks are taken back so' USING ERRCODE = 'insufficient_privilege';
  END IF;
  NEW.by := pass->>'by';
  NEW.door := coalesce(pass->>'door', '');
  NEW.role := CASE pass->>'role' WHEN 'silo' THEN 'patient' ELSE 'clinician' END;
  NEW.name := CASE pass->>'role' WHEN 'silo' THEN '' ELSE coalesce(
    (SELECT u.name FROM public.memory_user u WHERE u.id = (pass->>'account')::bigint), '') END;
  NEW.at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER signed BEFORE INSERT ON memory_decision FOR EACH ROW EXECUTE FUNCTION guard.signed_decision();

-- The silo of the clinician who acts: a true pass of hers names it, her care goes on, her account is a clinician's.
-- Takes the ledger's lock: one writer of facts at a time.
CREATE FUNCTION guard.acting_clinician() RETURNS text LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  k text := guard.clinician_silo();
  account bigint := guard.clinician_id();
BEGIN
  IF k IS NULL OR NOT EXISTS (
      SELECT FROM public.care_relationship c WHERE c.user_key = k AND c.clinician_id = account
         AND c.began <= now() AND (c.ended IS NULL OR c.ended > now()))
    OR NOT EXISTS (
      SELECT FROM public.memory_user u JOIN public.memory_user_groups m ON m.user_id = u.id
        JOIN public.auth_group g ON g.id = m.group_id
       WHERE u.id = account AND u.is_active AND g.name = 'clinician') THEN
    RAISE EXCEPTION 'no silo entered' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(k, 0));
  RETURN k;
END $$;

-- How a row says who retired it: by name, or by account where she has none.
CREATE FUNCTION guard.clinician_label() RETURNS text LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT coalesce((SELECT nullif(u.name, '') FROM public.memory_user u WHERE u.id = guard.clinician_id()),
                  guard.bearer()->>'by') || ', clinician' $$;

CREATE FUNCTION guard.need_reason(reason text) RETURNS void LANGUAGE plpgsql IMMUTABLE SET search_path = '' AS $$
BEGIN
  IF btrim(coalesce(reason, '')) = '' THEN
    RAISE EXCEPTION 'a reason is needed' USING ERRCODE = 'check_violation';
  END IF;
END $$;

-- A row of the silo, locked.
CREATE FUNCTION guard.fact_of(k text, f uuid) RETURNS public.adk_memory_facts
LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE x public.adk_memory_facts;
BEGIN
  SELECT * INTO x FROM public.adk_memory_facts y WHERE y.user_key = k AND y.id = f FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no such fact' USING ERRCODE = 'no_data_found';
  END IF;
  RETURN x;
END $$;

-- What follows are the ledger's own few steps (memory/ledger/rows.py, conflicts.py), for the functions below.
CREATE FUNCTION guard.stand_if_free(k text, f uuid) RETURNS void LANGUAGE sql SET search_path = '' AS $$
  UPDATE public.adk_memory_facts x SET contested = false, updated_at = clock_timestamp()
   WHERE x.user_key = k AND x.id = f AND x.status = 'active' AND x.contested AND NOT EXISTS (
     SELECT FROM public.memory_conflict c
      WHERE c.user_key = k AND c.settled_at IS NULL AND f IN (c.older_id, c.newer_id)) $$;

-- Ends the open conflicts of a row that no longer holds; returns the other sides, which stand.
CREATE FUNCTION guard.end_conflicts(k text, f uuid, label text) RETURNS uuid[]
LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE others uuid[];
BEGIN
  WITH ended AS (
    UPDATE public.memory_conflict c
       SET settled_at = clock_timestamp(), settled_by = label,
           winner_id = CASE c.older_id WHEN f THEN c.newer_id ELSE c.older_id END
     WHERE c.user_key = k AND c.settled_at IS NULL AND f IN (c.older_id, c.newer_id) RETURNING c.winner_id)
  SELECT coalesce(array_agg(e.winner_id), '{}') INTO others FROM ended e;
  PERFORM guard.stand_if_free(k, other) FROM unnest(others) other;
  RETURN others;
END $$;

CREATE FUNCTION guard.contradict(k text, older uuid, newer uuid) RETURNS uuid
LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  opened uuid := (SELECT c.id FROM public.memory_conflict c WHERE c.user_key = k AND c.settled_at IS NULL
                     AND (c.older_id, c.newer_id) IN ((older, newer), (newer, older)));
BEGIN
  IF opened IS NULL THEN
    UPDATE public.adk_memory_facts x SET contested = true, updated_at = clock_timestamp()
     WHERE x.user_key = k AND x.id IN (older, newer) AND NOT x.contested;
    opened := gen_random_uuid();
    INSERT INTO public.memory_conflict (id, user_key, older_id, newer_id, note, opened_at, settled_by)
      SELECT opened, k, older, newer, a.fact || ' / ' || b.fact, clock_timestamp(), ''
        FROM public.adk_memory_facts a JOIN public.adk_memory_facts b ON b.user_key = k AND b.id = newer
       WHERE a.user_key = k AND a.id = older;
  END IF;
  RETURN opened;
END $$;

-- What a retracted row had replaced stands again as that row stood; several at one address contradict each other.
-- Returns {id: [why, note]} of what was reopened.
CREATE FUNCTION guard.reopen(k text, f uuid, was text) RETURNS jsonb LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  reopened jsonb;
  pair record;
BEGIN
  WITH back AS (
    SELECT y.id, y.retired_why, y.retired_note,
           was = 'active' AND count(*) OVER (PARTITION BY coalesce(y.memory_key, y.id::text)) > 1 AS several
      FROM public.adk_memory_facts y
     WHERE y.user_key = k AND y.superseded_by = f AND (y.retired_note = 'planned') = (was = 'planned')
       AND NOT (was = 'active' AND EXISTS ( -- another value has come to stand there
         SELECT FROM public.adk_memory_facts z
          WHERE z.user_key = k AND z.memory_key = y.memory_key AND z.status = 'active'))),
  opened AS (
    UPDATE public.adk_memory_facts x
       SET status = was, superseded_by = NULL, retired_at = NULL, retired_by = '', retired_why = '', retired_note = '',
           contested = back.several, updated_at = clock_timestamp()
      FROM back WHERE x.user_key = k AND x.id = back.id RETURNING x.id)
  SELECT coalesce(jsonb_object_agg(b.id, jsonb_build_array(b.retired_why, b.retired_note)), '{}') INTO reopened
    FROM back b JOIN opened USING (id);
  FOR pair IN
    SELECT a.id AS older, b.id AS newer FROM public.adk_memory_facts a
      JOIN public.adk_memory_facts b ON b.user_key = k AND b.memory_key = a.memory_key
       AND (a.created_at, a.id) < (b.created_at, b.id)
     WHERE a.user_key = k AND a.contested AND b.contested AND reopened ? a.id::text AND reopened ? b.id::text LOOP
    PERFORM guard.contradict(k, pair.older, pair.newer);
  END LOOP;
  RETURN reopened;
END $$;

-- Writes a row anew, words, date, source and evidence, under a new id and in a state of its own.
CREATE FUNCTION guard.write_anew(k text, f uuid, new uuid, state text, disputed boolean, successor uuid, why text)
RETURNS void LANGUAGE sql SET search_path = '' AS $$
  INSERT INTO public.adk_memory_facts (id, user_key, fact, embedding, embedding_model, tag, fact_date, date_precision,
      source, status, keys, memory_key, subject, attribute, value, unit, frequency, route, as_needed, negated,
      importance, expires_at, contested, superseded_by, retired_at, retired_by, retired_why, retired_note, session_id,
      engine, prompt_version, created_at, updated_at)
    SELECT new, k, x.fact, x.embedding, x.embedding_model, x.tag, x.fact_date, x.date_precision,
      x.source, state, x.keys, x.memory_key, x.subject, x.attribute, x.value, x.unit, x.frequency, x.route,
      x.as_needed, x.negated, x.importance, x.expires_at, disputed, successor,
      CASE WHEN successor IS NOT NULL THEN clock_timestamp() END,
      CASE WHEN successor IS NULL THEN '' ELSE guard.clinician_label() END,
      CASE WHEN successor IS NULL THEN '' ELSE why END, '', x.session_id, x.engine, x.prompt_version,
      clock_timestamp(), clock_timestamp()
      FROM public.adk_memory_facts x WHERE x.user_key = k AND x.id = f;
  INSERT INTO public.memory_evidence (id, user_key, fact_id, turn_id, page_id, session_id, quote, speaker, said_at,
      time_zone, created_at)
    SELECT gen_random_uuid(), k, new, e.turn_id, e.page_id, e.session_id, e.quote, e.speaker, e.said_at, e.time_zone,
      clock_timestamp()
      FROM public.memory_evidence e WHERE e.user_key = k AND e.fact_id = f $$;

CREATE FUNCTION guard.decide(k text, what text, f uuid, c uuid, undone uuid, why text, found jsonb) RETURNS uuid
LANGUAGE sql SET search_path = '' AS $$
  INSERT INTO public.memory_decision (id, user_key, kind, fact_id, conflict_id, undoes_id, by, door, name, role, reason,
      detail, at)
    VALUES (gen_random_uuid(), k, what, f, c, undone, '', '', '', '', btrim(why), found, clock_timestamp())
    RETURNING id $$;
