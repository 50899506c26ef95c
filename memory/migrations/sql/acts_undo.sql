-- Triggers and functions go; what they needed of the tables before them stays as it was.
DROP FUNCTION guard.forget_held() CASCADE;
DROP FUNCTION guard.forget_decisions(text, uuid), guard.drop_decisions(text, uuid[]);
DROP FUNCTION guard.signed_decision() CASCADE;
DROP FUNCTION guard.confirm_fact(uuid), guard.retract_fact(uuid, text), guard.settle_conflict(uuid, uuid, text),
  guard.undo_decision(uuid, text), guard.my_last_look(interval), guard.read_again(uuid),
  guard.restore_fact(text, public.memory_decision, text), guard.reopen_conflict(text, public.memory_decision, text),
  guard.decide(text, text, uuid, uuid, uuid, text, jsonb),
  guard.write_anew(text, uuid, uuid, text, boolean, uuid, text), guard.reopen(text, uuid, text),
  guard.contradict(text, uuid, uuid), guard.end_conflicts(text, uuid, text), guard.stand_if_free(text, uuid),
  guard.fact_of(text, uuid), guard.need_reason(text), guard.clinician_label(), guard.acting_clinician();
