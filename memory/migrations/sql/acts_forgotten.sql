-- Forgetting takes decisions along, first of all: `guard.forget_row` calls this (migrations/0005_acts.py), as the eraser. An
-- erasure finds the table by itself.

-- Marks pass to the next link of the chain, or to what stands at the address. What else was decided about the row goes
-- with its reasons, and with it the copy that was written anew of it, or the row of which it is a copy.
CREATE FUNCTION guard.forget_decisions(k text, f uuid) RETURNS void LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  x public.adk_memory_facts;
  copies uuid[];
  heir uuid;
  gone uuid[];
BEGIN
  SELECT * INTO x FROM public.adk_memory_facts y WHERE y.user_key = k AND y.id = f;
  SELECT array_agg(y.id) INTO copies FROM public.adk_memory_facts y
   WHERE y.user_key = k AND y.id IN (
     SELECT d.fact_id FROM public.memory_decision d WHERE d.user_key = k AND d.detail->>'restores' = f::text
     UNION ALL
     SELECT (d.detail->>'restores')::uuid FROM public.memory_decision d
      WHERE d.user_key = k AND d.fact_id = f AND d.kind IN ('restored', 'reopened'));
  SELECT y.id INTO heir FROM public.adk_memory_facts y
   WHERE y.user_key = k AND y.id <> f AND y.id <> ALL (coalesce(copies, '{}'))
     AND (y.id = x.superseded_by OR y.superseded_by = f OR y.memory_key = x.memory_key)
   ORDER BY (y.id = x.superseded_by) IS TRUE DESC, y.status = 'active' DESC, y.created_at DESC, y.id LIMIT 1;
  UPDATE public.memory_decision d SET fact_id = heir
   WHERE d.user_key = k AND d.fact_id = f AND heir IS NOT NULL AND d.kind IN ('pinned', 'unpinned', 'muted', 'unmuted');
  SELECT array_agg(d.id) INTO gone FROM public.memory_decision d
    LEFT JOIN public.memory_conflict c ON c.user_key = k AND c.id = d.conflict_id
   WHERE d.user_key = k AND (d.fact_id = f OR f IN (c.older_id, c.newer_id)
     OR f::text IN (d.detail->>'restores', d.detail->>'loser'));
  PERFORM guard.drop_decisions(k, gone);
  FOR x IN SELECT * FROM public.adk_memory_facts y WHERE y.user_key = k AND y.id = ANY (copies) LOOP
    PERFORM guard.forget_words(k, x.id);
    PERFORM guard.forget_row(k, x.id);
  END LOOP;
END $$;

-- Takes decisions away with what undid them, and their words out of the audit.
CREATE FUNCTION guard.drop_decisions(k text, these uuid[]) RETURNS void LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE gone uuid[];
BEGIN
  SELECT array_agg(d.id) INTO gone FROM public.memory_decision d
   WHERE d.user_key = k AND (d.id = ANY (these) OR d.undoes_id = ANY (these));
  DELETE FROM public.memory_decision d WHERE d.user_key = k AND d.id = ANY (gone);
  UPDATE public.memory_audit a SET payload = NULL, salt = NULL WHERE a.user_key = k AND a.row_id = ANY (gone::text[]);
END $$;

CREATE FUNCTION guard.forget_held() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  PERFORM guard.drop_decisions(OLD.user_key, (
    SELECT array_agg(d.id) FROM public.memory_decision d WHERE d.user_key = OLD.user_key AND d.held_id = OLD.id));
  RETURN NULL;
END $$;
CREATE TRIGGER forget_held AFTER DELETE ON memory_held_draft FOR EACH ROW
  WHEN (current_setting('app.forget', true) = 'on') EXECUTE FUNCTION guard.forget_held();

REVOKE ALL ON FUNCTION guard.forget_decisions(text, uuid), guard.drop_decisions(text, uuid[]), guard.forget_held()
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION guard.forget_decisions(text, uuid), guard.drop_decisions(text, uuid[]) TO anamnesis_eraser;
