-- What the translation of the term :id, which is locked, into :language was before :actor_id confirmed it. Returns one
-- row, or none if it has changed since.
select h.changes -> 'translation' -> 'from' as earlier
from term_history h
join translations x on x.term_id = h.term_id and x.language = :language
where
  h.seq = (
    select max(seq)
    from term_history
    where
      term_id = :id and action in ('translated', 'translation_removed')
      and changes -> 'language' -> 'to' = to_jsonb(:language::text)
  )
  and h.actor_id = :actor_id
  and h.changes -> 'translation' -> 'to' = translated_content(x)
  and (h.changes -> 'translation' -> 'from') - 'version' = translated_content(x) - 'version'
