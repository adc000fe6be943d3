-- Locks the terms that import/undo-changes undoes next, in the order of their IDs. A statement of its own, because only a new
-- statement sees the edits and votes that were stored while this one waited for the locks.
-- Returns the number of terms locked.
select count(*)::integer as locked
from (
  select t.id
  from terms t
  where t.id in (
    select h.term_id
    from term_history h
    where h.import_id = :import_id::uuid and h.action not in ('reverted', 'related', 'unrelated') and h.seq > :after_seq::bigint
    order by h.seq
    limit :limit
  )
  order by t.id
  for update
) as t
