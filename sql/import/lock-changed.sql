-- Locks the terms that an import has changed or related, in the order of their IDs. A statement of its own, because
-- only a new statement sees the edits and votes that were stored while this one waited for the locks. Returns nothing.
select from terms t
where t.id in (
  select unnest(array[h.term_id, h.other_id]) from term_history h where h.import_id = :import_id::uuid
)
order by t.id
for update
