-- Staff: a clinician reads one named patient at a time, privacy staff see silos by digest and count, the registrar keeps
-- accounts. Taken back, the stricter rules stay (they open nothing); so each statement may run again.

-- A content row is seen only by naming its silo in the pass, which writes the access log; the list of one's own
-- patients is a function, since it reads no content.
CREATE OR REPLACE FUNCTION guard.clinician_silo() RETURNS text LANGUAGE sql STABLE SET search_path = '' AS
  $$ SELECT nullif(guard.pass('clinician')->>'silo', '') $$;

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['memory_record', 'adk_sessions', 'adk_session_events', 'adk_memory_facts',
      'memory_evidence', 'memory_held_draft', 'memory_conflict', 'memory_document', 'memory_document_page',
      'memory_audit', 'memory_audit_head', 'memory_recall_trace'] LOOP
    EXECUTE format('DROP POLICY IF EXISTS my_patients ON %I', t);
    EXECUTE format('DROP POLICY IF EXISTS my_patient ON %I', t);
    EXECUTE format('CREATE POLICY my_patient ON %I FOR SELECT TO anamnesis_clinician'
                   ' USING (user_key = (SELECT guard.clinician_silo())'
                   ' AND user_key IN (SELECT c.user_key FROM public.care_relationship c))', t);
  END LOOP;
END $$;
DROP POLICY IF EXISTS my_visits ON memory_access_log;
CREATE POLICY my_visits ON memory_access_log FOR INSERT TO anamnesis_clinician
  WITH CHECK (user_key = (SELECT guard.clinician_silo())
    AND user_key IN (SELECT c.user_key FROM public.care_relationship c));

-- Who is in one's care now, a page at a time: who they are and since when, nothing of what they said.
CREATE OR REPLACE FUNCTION guard.my_patients(only_care uuid DEFAULT NULL, named text DEFAULT '',
  page_size integer DEFAULT 50, skip integer DEFAULT 0)
RETURNS TABLE (care uuid, user_key text, name text, email text, subject text, subject_name text, time_zone text,
  began timestamptz, ended timestamptz, last_session_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT c.id, c.user_key, a.name::text, a.email::text, r.subject, r.subject_name, r.time_zone::text, c.began, c.ended,
         (SELECT max(s.created_at) FROM public.adk_sessions s WHERE s.user_key = c.user_key)
    FROM public.care_relationship c
    JOIN public.memory_record r USING (user_key)
    LEFT JOIN LATERAL (
      SELECT u.name, u.email FROM public.record_access x JOIN public.memory_user u ON u.id = x.account_id
       WHERE x.user_key = c.user_key ORDER BY x.granted_at, x.id LIMIT 1) a ON true
   WHERE c.clinician_id = (SELECT guard.clinician_id()) AND c.began <= now() AND (c.ended IS NULL OR c.ended > now())
     AND (only_care IS NULL OR c.id = only_care)
     AND (named = '' OR strpos(lower(concat_ws(' ', a.name, a.email, r.subject_name)), lower(named)) > 0)
   ORDER BY lower(coalesce(nullif(a.name, ''), a.email)), c.id
   LIMIT least(page_size, 200) OFFSET skip $$;

-- Silos for privacy staff: found by the digest of their key (the one name that a receipt keeps) or by an account that
-- opens them; counts and dates, never words. Without a page size all of them.
DROP FUNCTION IF EXISTS silo_summary();
CREATE OR REPLACE FUNCTION silo_summary(only_digest text DEFAULT NULL, of_account text DEFAULT NULL,
  page_size integer DEFAULT NULL, skip integer DEFAULT 0)
RETURNS TABLE (user_key text, created_at timestamptz, restricted boolean, sessions bigint, turns bigint, facts bigint,
  last_session_at timestamptz, digest text, accounts bigint[], emails text[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  PERFORM guard.pass('privacy');
  RETURN QUERY
    WITH page AS (
      SELECT r.* FROM public.memory_record r
       WHERE (only_digest IS NULL OR guard.digest_of_key(r.user_key) = only_digest)
         AND (of_account IS NULL OR r.user_key IN (
               SELECT x.user_key FROM public.record_access x JOIN public.memory_user u ON u.id = x.account_id
                WHERE strpos(lower(concat_ws(' ', u.name, u.email)), lower(of_account)) > 0))
       ORDER BY r.created_at, r.user_key LIMIT page_size OFFSET skip)
    SELECT p.user_key, p.created_at, p.restricted,
           (SELECT count(*) FROM public.adk_sessions s WHERE s.user_key = p.user_key),
           (SELECT count(*) FROM public.adk_session_events t WHERE t.user_key = p.user_key),
           (SELECT count(*) FROM public.adk_memory_facts f WHERE f.user_key = p.user_key),
           (SELECT max(s.created_at) FROM public.adk_sessions s WHERE s.user_key = p.user_key),
           guard.digest_of_key(p.user_key), coalesce(a.ids, '{}'), coalesce(a.emails, '{}')
      FROM page p
      LEFT JOIN LATERAL (
        SELECT array_agg(u.id ORDER BY u.id) AS ids, array_agg(u.email::text ORDER BY u.id) AS emails
          FROM public.record_access x JOIN public.memory_user u ON u.id = x.account_id
         WHERE x.user_key = p.user_key) a ON true
     ORDER BY p.created_at, p.user_key;
END $$;

-- What an erasure would take: rows by table, of every table that the catalogue knows.
CREATE OR REPLACE FUNCTION guard.silo_counts(k text) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  t record;
  n bigint;
  counts jsonb := '{}';
BEGIN
  PERFORM guard.pass('privacy');
  FOR t IN SELECT s.name, s.short_name FROM guard.silo_table s ORDER BY s.short_name LOOP
    EXECUTE format('SELECT count(*) FROM %s WHERE user_key = $1', t.name) INTO n USING k;
    counts := counts || jsonb_build_object(t.short_name, n);
  END LOOP;
  RETURN counts;
END $$;

REVOKE ALL ON FUNCTION guard.clinician_silo(), guard.my_patients(uuid, text, integer, integer),
  silo_summary(text, text, integer, integer), guard.silo_counts(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION guard.clinician_silo(), guard.my_patients(uuid, text, integer, integer)
  TO anamnesis_clinician;
GRANT EXECUTE ON FUNCTION silo_summary(text, text, integer, integer), guard.silo_counts(text) TO anamnesis_privacy;

-- The admin's own forms, each under its role: accounts and what Django notes of changes to them.
GRANT SELECT, INSERT, UPDATE ON memory_user TO anamnesis_registrar;
GRANT SELECT, INSERT, DELETE ON memory_user_groups TO anamnesis_registrar;
GRANT SELECT ON auth_group TO anamnesis_registrar;
GRANT SELECT ON django_content_type TO anamnesis_registrar, anamnesis_privacy;
