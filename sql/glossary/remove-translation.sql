-- Removes the translation of the term :id, which is locked, into :language, with history entry and audit event. Returns
-- one row: whether there was one.
select remove_translation(:id, :language, :actor_id) as is_removed
