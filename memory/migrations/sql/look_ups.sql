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

-- Takes a fact out of the traces, and its words out of the replies that spoke it or rested on the quoted turns.
-- (As before, and now out of look-ups, too. The schema's owner may drop what the eraser owns, not replace it.)
DROP FUNCTION guard.forget_replies(text, uuid, text[]);
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
  PERFORM guard.forget_look_ups(k, f, quoted);
END $$;
REVOKE ALL ON FUNCTION guard.forget_look_ups(text, uuid, text[]), guard.forget_replies(text, uuid, text[]) FROM PUBLIC;
SELECT guard_admin.give_to_eraser('guard.forget_look_ups(text, uuid, text[])'),
       guard_admin.give_to_eraser('guard.forget_replies(text, uuid, text[])');

-- A clinician sees how often a fact was placed for a reply, beside the replies themselves.
CREATE POLICY my_patient ON memory_fact_usage FOR SELECT TO anamnesis_clinician
  USING (user_key = (SELECT guard.clinician_silo())
    AND user_key IN (SELECT c.user_key FROM public.care_relationship c));
GRANT SELECT ON memory_fact_usage TO anamnesis_clinician;
