-- Tells the owners and followers of the terms of the category :from, and of the category :to, that it is going to be
-- called :to: one entry for each person, however many terms there are, and none for :actor_id. Terms that are spelled
-- so already do not count. Returns nothing.
with renamed as (
  select id, owner_id, category from terms where category_key = fold(:from) and category <> :to
),
concerned as (
  select p.user_id, r.terms, p.user_id is not distinct from r.owner_id as owns
  from (select owner_id, count(*) as terms from renamed group by owner_id) as r
  cross join lateral (
    select r.owner_id as user_id
    union
    select user_id from category_follows where category_key in (fold(:from), fold(:to))
  ) as p
  union all
  select f.user_id, 1, false
  from renamed r
  join term_follows f on f.term_id = r.id
  where
    f.user_id is distinct from r.owner_id
    and not exists (
      select from category_follows k
      where k.user_id = f.user_id and k.category_key in (fold(:from), fold(:to))
    )
)
insert into inbox_entries (user_id, kind, actor_id, detail)
select
  u.id, case when bool_or(c.owns) then 'edited' else 'followed' end, :actor_id::uuid,
  jsonb_build_object(
    'action', 'category.renamed', 'from', (select min(category) from renamed), 'to', :to::text, 'total', sum(c.terms)
  )
from concerned c
join users u on u.id = c.user_id
where u.is_active and u.id is distinct from :actor_id::uuid
group by u.id
