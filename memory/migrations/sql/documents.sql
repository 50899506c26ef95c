-- Documents: handed in by the person or by a clinician who cares for them, read like a conversation, forgotten like one.

SELECT guard.link('adk_sessions', 'document_id', 'memory_document');

-- Hands in a document with its pages, and the session in which it is read. One way for both roles: the pass says whose, and who does.
CREATE OR REPLACE FUNCTION guard.hand_in(session uuid, title text, dated date, exactly text, pages text[],
  agent text, version text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  pass jsonb := guard.bearer();
  k text := CASE pass->>'role' WHEN 'silo' THEN guard.silo_key() WHEN 'clinician' THEN guard.clinician_silo() END;
  document uuid := gen_random_uuid();
BEGIN
  IF k IS NULL THEN
    RAISE EXCEPTION 'no silo entered' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF pass->>'role' = 'clinician' THEN -- apart: a plan may ask for the clinician whatever stands beside it
    IF NOT EXISTS (
       SELECT FROM public.care_relationship c WHERE c.user_key = k AND c.clinician_id = guard.clinician_id()
          AND c.began <= now() AND (c.ended IS NULL OR c.ended > now())) THEN
      RAISE EXCEPTION 'no silo entered' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  INSERT INTO public.memory_document (id, user_key, title, document_date, date_precision, handed_in_by, created_at)
    VALUES (document, k, title, dated, exactly, pass->>'by', clock_timestamp());
  INSERT INTO public.memory_document_page (id, user_key, document_id, number, text)
    SELECT gen_random_uuid(), k, document, p.number, p.text FROM unnest(pages) WITH ORDINALITY p (text, number);
  INSERT INTO public.adk_sessions (id, user_key, public_id, app_name, user_id, state, agent_version, status,
      idle_seconds, last_update_time, closed_at, distilled_seq, embedded_seq, attempts, failure, document_id,
      created_at, updated_at)
    VALUES (k || '/' || session, k, session, agent, split_part(k, '/', 2), '{}', version, 'closing',
      0, extract(epoch FROM now()), now(), 0, 0, 0, '', document, now(), now());
  RETURN document;
END $$;
REVOKE ALL ON FUNCTION guard.hand_in(uuid, text, date, text, text[], text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION guard.hand_in(uuid, text, date, text, text[], text, text)
  TO anamnesis_silo, anamnesis_clinician;

-- Takes the quoted words of a fact out of turns and pages, other evidence, held drafts, traces and replies.
-- (As before, and now out of pages, too. The schema's owner may drop what the eraser owns, not replace it.)
GRANT UPDATE (text) ON memory_document_page TO anamnesis_eraser;
DROP FUNCTION IF EXISTS guard.forget_words(text, uuid);
CREATE FUNCTION guard.forget_words(k text, f uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  e record;
  quoted text[] := '{}';
BEGIN
  FOR e IN SELECT v.turn_id, v.page_id, v.session_id, v.quote FROM public.memory_evidence v
            WHERE v.user_key = k AND v.fact_id = f LOOP
    quoted := array_remove(quoted || e.turn_id::text, NULL); -- NULL where retention took the turn
    UPDATE public.adk_session_events t SET text = guard.without(t.text, e.quote), removed = true
     WHERE t.user_key = k AND t.id = e.turn_id;
    UPDATE public.memory_document_page p SET text = guard.without(p.text, e.quote)
     WHERE p.user_key = k AND p.id = e.page_id;
    DELETE FROM public.memory_turn_embedding t WHERE t.user_key = k AND t.id = e.turn_id;
    UPDATE public.memory_evidence v
       SET quote = CASE WHEN position(e.quote IN v.quote) > 0 THEN guard.without(v.quote, e.quote)
                        ELSE guard.without(v.quote, v.quote) END
     WHERE v.user_key = k AND v.fact_id <> f
       AND (v.turn_id = e.turn_id OR v.page_id = e.page_id
            OR (e.turn_id IS NULL AND e.page_id IS NULL AND v.session_id = e.session_id))
       AND (position(e.quote IN v.quote) > 0 OR position(v.quote IN e.quote) > 0);
    DELETE FROM public.memory_held_draft h WHERE h.user_key = k
       AND (h.turn_id = e.turn_id OR (e.turn_id IS NULL AND h.session_id = e.session_id))
       AND (position(e.quote IN h.quote) > 0 OR position(h.quote IN e.quote) > 0);
    UPDATE public.memory_recall_trace r SET query = guard.without(r.query, r.query)
     WHERE r.user_key = k AND r.question_turn_id = e.turn_id;
  END LOOP;
  PERFORM guard.forget_replies(k, f, quoted);
END $$;
REVOKE ALL ON FUNCTION guard.forget_words(text, uuid) FROM PUBLIC;
SELECT guard_admin.give_to_eraser('guard.forget_words(text, uuid)');
