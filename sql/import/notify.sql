-- Tells the owners and followers of the terms that an import added or changed (:action 'import.completed'), or that its
-- undoing changed back ('import.undone'): one entry for each person, however many terms there are, and none for
-- :actor_id. Each term is read by its key: PostgreSQL knows nothing yet of what this transaction has stored, and where
-- it expects few terms, as after an undo, a join compares every term with every entry. Terms with the same owner and
-- categories concern the same people, but for those who follow a single term, so that they are counted together: 50,000
-- terms of a category with 200 followers would be ten million rows. Returns nothing.
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
  select p.user_id, c.terms, p.user_id is not distinct from c.owner_id as owns
  from (
    select owner_id, category_keys, count(*) as terms from changed group by owner_id, category_keys
  ) as c
  cross join lateral (
    select c.owner_id as user_id
    union
    select user_id from category_follows where category_key = any (c.category_keys)
  ) as p
  union all
  select f.user_id, 1, false
  from changed c
  join term_follows f on f.term_id = c.term_id
  where
    f.user_id is distinct from c.owner_id
    and not exists (
      select from category_follows k
      where k.user_id = f.user_id and k.category_key = any (c.category_keys)
    )
)
insert into inbox_entries (user_id, kind, actor_id, detail)
select
  u.id, case when bool_or(c.owns) then 'edited' else 'followed' end, :actor_id::uuid,
  jsonb_build_object('action', :action::text, 'import_id', :import_id::uuid, 'total', sum(c.terms))
from concerned c
join users u on u.id = c.user_id
where u.is_active and u.id is distinct from :actor_id::uuid
group by u.id
