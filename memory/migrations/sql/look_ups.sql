-- What a reply looked up stands in its trace: what was asked for, and what came back. Forgetting a fact takes it out.

GRANT UPDATE (lookups) ON memory_recall_trace TO anamnesis_eraser;
ALTER TABLE memory_recall_trace ALTER COLUMN lookups SET STATISTICS 0; -- no words in the planner's statistics

-- A look-up that gave the fact, or a quoted turn, or was made for one, may hold its words: it keeps its days alone.
CREATE FUNCTION guard.forget_look_ups(k text, f uuid, quoted text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  UPDATE public.memory_recall_trace r
     SET lookups = (
           SELECT jsonb_agg(
                    CASE WHEN x->'placed' ? f::text OR x->'quotations' ?| quoted OR r.question_turn_id::text = ANY (quoted)
                         THEN x || jsonb_build_object('question', guard.without(x->>'question', x->>'question'),
                                                      'about', guard.without(x->>'about', x->>'about'),
                                                      'placed', (x->'placed') - f::text)
                         ELSE x END ORDER BY place)
             FROM jsonb_array_elements(r.lookups) WITH ORDINALITY one(x, place))
   WHERE r.user_key = k AND r.lookups <> '[]' $$;

REVOKE ALL ON FUNCTION guard.forget_look_ups(text, uuid, text[]) FROM PUBLIC;
SELECT guard_admin.give_to_eraser('guard.forget_look_ups(text, uuid, text[])');

-- A clinician sees how often a fact was placed for a reply, beside the replies themselves.
CREATE POLICY my_patient ON memory_fact_usage FOR SELECT TO anamnesis_clinician
  USING (user_key = (SELECT guard.clinician_silo())
    AND user_key IN (SELECT c.user_key FROM public.care_relationship c));
GRANT SELECT ON memory_fact_usage TO anamnesis_clinician;
