-- Deletes the follows of terms that do not exist any more. Returns nothing.
delete from term_follows f where not exists (select from terms t where t.id = f.term_id)
