-- Writes the translation of the term :id, which is locked, into :language, with history entry and audit event. Returns
-- what came of it: created, updated or unchanged.
select translate_term(
  jsonb_populate_record(null::translations, :translation::jsonb || jsonb_build_object('term_id', :id::uuid)),
  :actor_id
) as outcome
