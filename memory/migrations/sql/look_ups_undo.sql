-- After forget_replies is as it was before there were look-ups.
DROP FUNCTION guard.forget_look_ups(text, uuid, text[]);
REVOKE SELECT ON memory_fact_usage FROM anamnesis_clinician;
DROP POLICY my_patient ON memory_fact_usage;
