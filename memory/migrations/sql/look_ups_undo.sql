-- The replies are forgotten as before there were look-ups (the words of erasure.sql).
DROP FUNCTION guard.forget_replies(text, uuid, text[]);
DROP FUNCTION guard.forget_look_ups(text, uuid, text[]);
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
REVOKE ALL ON FUNCTION guard.forget_replies(text, uuid, text[]) FROM PUBLIC;
SELECT guard_admin.give_to_eraser('guard.forget_replies(text, uuid, text[])');

REVOKE SELECT ON memory_fact_usage FROM anamnesis_clinician;
DROP POLICY my_patient ON memory_fact_usage;
