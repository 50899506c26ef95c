-- A clinician's own functions: confirm, retract, settle, undo, each with the id of the decision that it wrote; and to
-- have a conversation read again.

CREATE FUNCTION guard.confirm_fact(f uuid) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  k text := guard.acting_clinician();
  x public.adk_memory_facts := guard.fact_of(k, f);
BEGIN
  IF x.status NOT IN ('active', 'planned', 'historical') THEN
    RAISE EXCEPTION 'what was replaced or withdrawn cannot be confirmed' USING ERRCODE = 'check_violation';
  END IF;
  RETURN guard.decide(k, 'confirmed', f, NULL, NULL, '', '{}');
END $$;

-- Withdraws a row with nothing in its place; what it had replaced reopens, or goes over to what replaced it.
CREATE FUNCTION guard.retract_fact(f uuid, reason text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  k text := guard.acting_clinician();
  x public.adk_memory_facts := guard.fact_of(k, f);
  label text := guard.clinician_label();
  against uuid[];
  moved uuid[];
  reopened jsonb := '{}';
BEGIN
  PERFORM guard.need_reason(reason);
  IF x.status = 'retracted' THEN
    RAISE EXCEPTION 'it is withdrawn already' USING ERRCODE = 'check_violation';
  END IF;
  against := guard.end_conflicts(k, f, label);
  UPDATE public.adk_memory_facts y
     SET status = 'retracted', superseded_by = NULL, contested = false, retired_at = clock_timestamp(),
         retired_by = label, retired_why = '', retired_note = btrim(reason), updated_at = clock_timestamp()
   WHERE y.user_key = k AND y.id = f;
  IF x.superseded_by IS NULL THEN
    reopened := guard.reopen(k, f, x.status);
  ELSE
    WITH over AS (
      UPDATE public.adk_memory_facts y SET superseded_by = x.superseded_by, updated_at = clock_timestamp()
       WHERE y.user_key = k AND y.superseded_by = f RETURNING y.id)
    SELECT array_agg(o.id) INTO moved FROM over o;
  END IF;
  RETURN guard.decide(k, 'retracted', f, NULL, NULL, reason, jsonb_build_object(
    'was', x.status, 'successor', x.superseded_by, 'why', x.retired_why, 'moved', to_jsonb(coalesce(moved, '{}')),
    'reopened', reopened, 'against', to_jsonb(against)));
END $$;

CREATE FUNCTION guard.settle_conflict(c uuid, winner uuid, reason text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  k text := guard.acting_clinician();
  label text := guard.clinician_label();
  conflict public.memory_conflict;
  loser uuid;
  against uuid[];
BEGIN
  PERFORM guard.need_reason(reason);
  SELECT * INTO conflict FROM public.memory_conflict x WHERE x.user_key = k AND x.id = c FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no such conflict' USING ERRCODE = 'no_data_found';
  END IF;
  loser := CASE winner WHEN conflict.older_id THEN conflict.newer_id WHEN conflict.newer_id THEN conflict.older_id END;
  IF loser IS NULL OR conflict.settled_at IS NOT NULL
     OR (guard.fact_of(k, winner)).status <> 'active' OR (guard.fact_of(k, loser)).status <> 'active' THEN
    RAISE EXCEPTION 'it is settled already, or this is none of its sides' USING ERRCODE = 'check_violation';
  END IF;
  against := array_remove(guard.end_conflicts(k, loser, label), winner);
  UPDATE public.adk_memory_facts y
     SET status = 'superseded', superseded_by = winner, contested = false, retired_at = clock_timestamp(),
         retired_by = label, retired_why = 'corrected', retired_note = '', updated_at = clock_timestamp()
   WHERE y.user_key = k AND y.id = loser;
  RETURN guard.decide(k, 'settled', winner, c, NULL, reason,
    jsonb_build_object('loser', loser, 'against', to_jsonb(against)));
END $$;

-- Writes anew what a retraction withdrew, where it stood: it takes back what reopened for it, and contradicts what
-- else has come to stand there.
CREATE FUNCTION guard.restore_fact(k text, d public.memory_decision, reason text) RETURNS uuid
LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  x public.adk_memory_facts := guard.fact_of(k, d.fact_id);
  new uuid := gen_random_uuid();
  was text := d.detail->>'was';
  successor uuid := (SELECT y.id FROM public.adk_memory_facts y
                      WHERE y.user_key = k AND y.id = (d.detail->>'successor')::uuid);
  against uuid[];
  label text := guard.clinician_label();
BEGIN
  IF x.status <> 'retracted' THEN
    RAISE EXCEPTION 'it is no longer withdrawn' USING ERRCODE = 'check_violation';
  END IF;
  IF was = 'superseded' AND successor IS NULL THEN
    was := 'historical'; -- what had replaced it was forgotten
  END IF;
  PERFORM guard.end_conflicts(k, y.id, label) FROM public.adk_memory_facts y
    WHERE y.user_key = k AND d.detail->'reopened' ? y.id::text AND y.status = was;
  UPDATE public.adk_memory_facts y
     SET status = 'superseded', superseded_by = new, contested = false, retired_at = clock_timestamp(),
         retired_by = label, retired_why = d.detail->'reopened'->(y.id::text)->>0,
         retired_note = d.detail->'reopened'->(y.id::text)->>1, updated_at = clock_timestamp()
   WHERE y.user_key = k AND d.detail->'reopened' ? y.id::text AND y.status = was;
  IF was = 'active' THEN
    SELECT array_agg(y.id ORDER BY y.created_at, y.id) INTO against FROM public.adk_memory_facts y
     WHERE y.user_key = k AND y.status = 'active' AND (y.memory_key = x.memory_key OR d.detail->'against' ? y.id::text);
  END IF;
  UPDATE public.adk_memory_facts y SET contested = true, updated_at = clock_timestamp()
   WHERE y.user_key = k AND y.id = ANY (against) AND NOT y.contested; -- before one stands beside it
  PERFORM guard.write_anew(k, d.fact_id, new, was, against IS NOT NULL, CASE was WHEN 'superseded' THEN successor END,
    d.detail->>'why');
  PERFORM guard.contradict(k, other, new) FROM unnest(against) other;
  UPDATE public.adk_memory_facts y SET superseded_by = new, updated_at = clock_timestamp()
   WHERE y.user_key = k AND was = 'superseded' AND y.superseded_by = successor AND d.detail->'moved' ? y.id::text;
  RETURN guard.decide(k, 'restored', new, NULL, d.id, reason, jsonb_build_object('restores', d.fact_id));
END $$;

-- Opens a settled conflict again: the side that lost is written anew beside the one that won.
CREATE FUNCTION guard.reopen_conflict(k text, d public.memory_decision, reason text) RETURNS uuid
LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  loser public.adk_memory_facts := guard.fact_of(k, (d.detail->>'loser')::uuid);
  winner public.adk_memory_facts := guard.fact_of(k, d.fact_id);
  new uuid := gen_random_uuid();
  opened uuid;
BEGIN
  IF winner.status <> 'active' OR loser.superseded_by IS DISTINCT FROM winner.id THEN
    RAISE EXCEPTION 'what it was settled for no longer stands' USING ERRCODE = 'check_violation';
  END IF;
  PERFORM guard.write_anew(k, loser.id, new, 'active', true, NULL, '');
  opened := guard.contradict(k, winner.id, new);
  PERFORM guard.contradict(k, y.id, new) FROM public.adk_memory_facts y
    WHERE y.user_key = k AND y.status = 'active' AND d.detail->'against' ? y.id::text;
  RETURN guard.decide(k, 'reopened', new, opened, d.id, reason, jsonb_build_object('restores', loser.id));
END $$;

CREATE FUNCTION guard.undo_decision(d uuid, reason text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  k text := guard.acting_clinician();
  done public.memory_decision;
BEGIN
  PERFORM guard.need_reason(reason);
  SELECT * INTO done FROM public.memory_decision x WHERE x.user_key = k AND x.id = d;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no such decision' USING ERRCODE = 'no_data_found';
  END IF;
  IF EXISTS (SELECT FROM public.memory_decision x WHERE x.user_key = k AND x.undoes_id = d) THEN
    RAISE EXCEPTION 'it is undone already' USING ERRCODE = 'check_violation';
  END IF;
  CASE done.kind
    WHEN 'confirmed' THEN RETURN guard.decide(k, 'unconfirmed', done.fact_id, NULL, d, reason, '{}');
    WHEN 'retracted' THEN RETURN guard.restore_fact(k, done, reason);
    WHEN 'settled' THEN RETURN guard.reopen_conflict(k, done, reason);
    ELSE RAISE EXCEPTION 'this cannot be undone so' USING ERRCODE = 'check_violation';
  END CASE;
END $$;

-- Lets a session whose distilling failed wait for the worker again. Returns false where it has not failed.
CREATE FUNCTION guard.read_again(s uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  k text := guard.acting_clinician();
BEGIN
  UPDATE public.adk_sessions x
     SET status = 'closing', attempts = 0, failure = '', updated_at = clock_timestamp()
   WHERE x.user_key = k AND x.public_id = s AND x.status = 'failed';
  RETURN FOUND;
END $$;

-- The end of this clinician's last visit to the silo that her pass names; visits are `apart`. NULL: this is the first.
CREATE FUNCTION guard.my_last_look(apart interval DEFAULT '30 minutes') RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT l.before FROM (
    SELECT a.at, lag(a.at) OVER (ORDER BY a.at) AS before FROM public.memory_access_log a
     WHERE a.user_key = guard.clinician_silo() AND a.by = guard.bearer()->>'by' AND a.what = 'entered as clinician') l
   WHERE l.before IS NULL OR l.at - l.before > apart ORDER BY l.at DESC LIMIT 1 $$;

REVOKE ALL ON FUNCTION guard.signed_decision(), guard.acting_clinician(), guard.clinician_label(),
  guard.need_reason(text), guard.fact_of(text, uuid), guard.stand_if_free(text, uuid),
  guard.end_conflicts(text, uuid, text), guard.contradict(text, uuid, uuid), guard.reopen(text, uuid, text),
  guard.write_anew(text, uuid, uuid, text, boolean, uuid, text),
  guard.decide(text, text, uuid, uuid, uuid, text, jsonb), guard.confirm_fact(uuid), guard.retract_fact(uuid, text),
  guard.settle_conflict(uuid, uuid, text), guard.restore_fact(text, public.memory_decision, text),
  guard.reopen_conflict(text, public.memory_decision, text), guard.undo_decision(uuid, text),
  guard.my_last_look(interval), guard.read_again(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION guard.confirm_fact(uuid), guard.retract_fact(uuid, text),
  guard.settle_conflict(uuid, uuid, text), guard.undo_decision(uuid, text), guard.my_last_look(interval),
  guard.read_again(uuid) TO anamnesis_clinician;
