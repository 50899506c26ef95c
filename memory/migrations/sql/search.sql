-- Exact search inside one silo. No index over everybody's vectors: with a filter on one person such an index returns
-- too few rows; a scan of the silo is exact and takes about a millisecond (docs/decisions). The vector type and its
-- operator are named in the schema where the extension lives.
DO $do$
DECLARE home text := (SELECT n.nspname FROM pg_catalog.pg_extension e
                        JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector');
BEGIN
  EXECUTE format($sql$
    CREATE FUNCTION public.match_memory_facts(query_embedding %1$I.vector(768), filter_user_key text,
      match_count int DEFAULT 10, filter_model text DEFAULT NULL, filter_status text[] DEFAULT NULL)
    RETURNS TABLE (id uuid, user_key text, fact text, tag text, fact_date date, source text, status text, keys text[],
      created_at timestamptz, similarity float8)
    LANGUAGE plpgsql STABLE SECURITY INVOKER SET search_path = '' AS $$
    #variable_conflict use_column
    BEGIN
      IF coalesce(filter_user_key, '') = '' THEN
        RAISE EXCEPTION 'filter_user_key is required' USING ERRCODE = 'null_value_not_allowed';
      END IF;
      RETURN QUERY
      SELECT f.id, f.user_key, f.fact, f.tag, f.fact_date, f.source, f.status, f.keys, f.created_at,
             1 - (f.embedding OPERATOR(%1$I.<=>) query_embedding)
        FROM public.adk_memory_facts f
       WHERE f.user_key = filter_user_key AND f.embedding IS NOT NULL
         AND (filter_model IS NULL OR f.embedding_model = filter_model)
         AND (filter_status IS NULL OR f.status = ANY (filter_status))
       ORDER BY f.embedding OPERATOR(%1$I.<=>) query_embedding, f.id
       LIMIT least(greatest(coalesce(match_count, 10), 1), 100);
    END $$;
    CREATE FUNCTION public.match_memory_turns(query_embedding %1$I.vector(768), filter_user_key text,
      match_count int DEFAULT 10, filter_model text DEFAULT NULL)
    RETURNS TABLE (id uuid, session_id text, speaker text, said_at timestamptz, time_zone text, text text,
      similarity float8)
    LANGUAGE plpgsql STABLE SECURITY INVOKER SET search_path = '' AS $$
    #variable_conflict use_column
    BEGIN
      IF coalesce(filter_user_key, '') = '' THEN
        RAISE EXCEPTION 'filter_user_key is required' USING ERRCODE = 'null_value_not_allowed';
      END IF;
      RETURN QUERY
      SELECT t.id, t.session_id, t.speaker, t.said_at, t.time_zone, t.text,
             1 - (e.embedding OPERATOR(%1$I.<=>) query_embedding)
        FROM public.memory_turn_embedding e
        JOIN public.adk_session_events t ON t.user_key = e.user_key AND t.id = e.id AND NOT t.removed
       WHERE e.user_key = filter_user_key AND (filter_model IS NULL OR e.embedding_model = filter_model)
       ORDER BY e.embedding OPERATOR(%1$I.<=>) query_embedding, t.id
       LIMIT least(greatest(coalesce(match_count, 10), 1), 100);
    END $$;
    REVOKE ALL ON FUNCTION public.match_memory_facts, public.match_memory_turns FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION public.match_memory_facts, public.match_memory_turns TO anamnesis_silo;
    $sql$, home);
END $do$;
