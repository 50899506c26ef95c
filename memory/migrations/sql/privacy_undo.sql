-- The tables go with their models; what stood beside them goes here.
DROP FUNCTION guard.account_closed() CASCADE;
DROP FUNCTION guard.signed_request() CASCADE;
DROP FUNCTION guard.signed_order() CASCADE;
DROP FUNCTION guard.erase_ordered(text, uuid);
DROP TRIGGER verified_once ON memory_erasure_receipt;
DROP FUNCTION guard.note_verification(uuid, jsonb), guard.silo_looks(text, integer, integer),
  guard.to_be_purged(text, integer, integer), guard.duplicate_counts(text),
  guard.digest_of_account(bigint, timestamptz), guard.work_states(), guard.vector_sample();
