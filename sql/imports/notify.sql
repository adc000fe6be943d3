-- Tells the owners and followers of the terms that an import added or changed (:action 'import.completed'), or that its
-- undoing changed back ('import.undone'): one entry for each person, however many terms there are, and none for :actor_id.
-- Each term is read by its key: PostgreSQL knows nothing yet of what this transaction has stored, and where it expects few
-- terms, as after an undo, a join compares every term with every entry.
-- Returns nothing.
with changed as (
  select
    h.term_id, t.owner_id,
    array[t.category_key, fold(h.changes #>> '{category,from}')] as category_keys
  from term_history h
  cross join lateral (
    select owner_id, category_key from terms where id = h.term_id offset 0
  ) as t
  where
    h.import_id = :import_id::uuid
    and (h.action = 'reverted') = (:action::text = 'import.undone')
),
concerned as (
  select owner_id as user_id, term_id, true as owns from changed
  union all
  select f.user_id, c.term_id, false
  from changed c
  join term_follows f on f.term_id = c.term_id
  union all
  select f.user_id, c.term_id, false
  from changed c
  join category_follows f on f.category_key = any (c.category_keys)
)
insert into inbox_entries (user_id, kind, actor_id, detail)
select
  u.id, case when bool_or(c.owns) then 'edited' else 'followed' end, :actor_id::uuid,
  jsonb_build_object(
    'action', :action::text, 'import_id', :import_id::uuid, 'total', count(distinct c.term_id)
  )
from concerned c
join users u on u.id = c.user_id
where u.is_active and u.id is distinct from :actor_id::uuid
group by u.id
