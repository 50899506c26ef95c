-- The schema's owner may drop what stands in it, the eraser's functions too; policies and triggers go with them.
DO $$ DECLARE f regprocedure; BEGIN
  FOR f IN SELECT p.oid FROM pg_catalog.pg_proc p WHERE p.pronamespace = 'guard'::regnamespace
      OR (p.pronamespace = 'public'::regnamespace AND p.proname IN ('audit_verify', 'match_memory_facts',
          'match_memory_turns', 'due_work', 'silo_of_session', 'record_of', 'silo_summary')) LOOP
    EXECUTE format('DROP FUNCTION IF EXISTS %s CASCADE', f);
  END LOOP;
END $$;
DROP VIEW guard.silo_table;
DROP TABLE guard.secret;
