-- What has to cross silos: a short list of functions that return keys, ids, states and counts, never words.

-- A record's day. A zone that this server does not know must not stop the sweep of everyone else: it counts as UTC.
CREATE FUNCTION guard.day_in(zone text) RETURNS date LANGUAGE plpgsql STABLE SET search_path = '' AS $$
BEGIN
  RETURN (now() AT TIME ZONE zone)::date;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN (now() AT TIME ZONE 'UTC')::date;
END $$;
REVOKE ALL ON FUNCTION guard.day_in(text) FROM PUBLIC;

-- The work that is due, for the sweep: idle sessions to close, sessions to distil, vectors to make, plans whose day has
-- come, transcripts past their day.
CREATE FUNCTION due_work(patience interval DEFAULT '2 minutes')
RETURNS TABLE (work text, user_key text, session uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT 'close', s.user_key, s.public_id FROM public.adk_sessions s
   WHERE s.status = 'open' AND s.last_update_time + s.idle_seconds <= extract(epoch FROM now())
  UNION ALL
  SELECT 'distil', s.user_key, s.public_id FROM public.adk_sessions s
   WHERE s.status IN ('closing', 'queued') AND s.updated_at <= now() - patience
      OR s.status IN ('running', 'retrying') AND s.due_at <= now()
  UNION ALL
  SELECT 'embed', s.user_key, s.public_id FROM public.adk_sessions s
   WHERE s.status IN ('done', 'nothing found') AND s.embedded_seq < s.distilled_seq AND s.updated_at <= now() - patience
  UNION ALL
  SELECT DISTINCT 'embed', f.user_key, NULL::uuid FROM public.adk_memory_facts f
   WHERE f.embedding IS NULL AND f.created_at <= now() - patience
  UNION ALL
  SELECT DISTINCT 'settle', f.user_key, NULL::uuid FROM public.adk_memory_facts f
    JOIN public.memory_record r USING (user_key)
   WHERE f.status = 'planned' AND f.fact_date <= guard.day_in(r.time_zone)
     -- one whose day had passed when it was written was told under another clock; the next conversation settles it
     AND f.fact_date > f.created_at::date
  UNION ALL
  SELECT 'purge', s.user_key, s.public_id FROM public.adk_sessions s
   WHERE s.expire_at <= now() AND s.status IN ('done', 'nothing found') $$;

CREATE FUNCTION silo_of_session(session uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT s.user_key FROM public.adk_sessions s WHERE s.public_id = session $$;

CREATE FUNCTION record_of(account bigint) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT a.user_key FROM public.record_access a WHERE a.account_id = account ORDER BY a.granted_at, a.user_key $$;

CREATE FUNCTION silo_summary() RETURNS TABLE (user_key text, created_at timestamptz, restricted boolean,
  sessions bigint, turns bigint, facts bigint, last_session_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  PERFORM guard.pass('privacy');
  RETURN QUERY SELECT r.user_key, r.created_at, r.restricted,
    (SELECT count(*) FROM public.adk_sessions s WHERE s.user_key = r.user_key),
    (SELECT count(*) FROM public.adk_session_events t WHERE t.user_key = r.user_key),
    (SELECT count(*) FROM public.adk_memory_facts f WHERE f.user_key = r.user_key),
    (SELECT max(s.created_at) FROM public.adk_sessions s WHERE s.user_key = r.user_key)
    FROM public.memory_record r ORDER BY r.created_at, r.user_key;
END $$;

REVOKE ALL ON FUNCTION due_work(interval), silo_of_session(uuid), record_of(bigint), silo_summary() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_work(interval), silo_of_session(uuid), record_of(bigint) TO anamnesis_app;
GRANT EXECUTE ON FUNCTION silo_summary() TO anamnesis_privacy;
