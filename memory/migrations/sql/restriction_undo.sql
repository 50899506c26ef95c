-- Restricted records are used again; what the stricter functions replaced stands as before.
DROP FUNCTION guard.restrict_silo(text, boolean);
DROP TRIGGER audit ON memory_record;
DROP FUNCTION public.due_work(interval);
ALTER FUNCTION guard.all_work(interval) SET SCHEMA public;
ALTER FUNCTION public.all_work(interval) RENAME TO due_work;
GRANT EXECUTE ON FUNCTION public.due_work(interval) TO anamnesis_app;
CREATE OR REPLACE FUNCTION guard.clinician_silo() RETURNS text
LANGUAGE sql STABLE SECURITY INVOKER SET search_path = '' AS
  $$ SELECT nullif(guard.pass('clinician')->>'silo', '') $$;
DROP FUNCTION guard.protect(regclass);
ALTER FUNCTION guard.protect_rows(regclass) RENAME TO protect;
DROP FUNCTION guard.kept_not_used() CASCADE;
DROP FUNCTION guard.refuse_restricted(text);
