-- A page of terms by name, with the number of matches in every status.
-- Gives the counts once per row of the page; a single row with a null id where the page is empty.
with counts as (
  select
    count(*) filter (where status = 'suggested')::integer as suggested,
    count(*) filter (where status = 'pending')::integer as pending,
    count(*) filter (where status = 'community')::integer as community,
    count(*) filter (where status = 'official')::integer as official
  from terms
  where
    (:category::text is null or category_key = fold(:category))
    and (:stale::boolean is null or is_stale = :stale)
    and (:owner_id::uuid is null or owner_id = :owner_id)
),
page as (
  select id, name_key, full_name_key, category_key
  from terms
  where
    (:status::text is null or status = :status)
    and (:category::text is null or category_key = fold(:category))
    and (:stale::boolean is null or is_stale = :stale)
    and (:owner_id::uuid is null or owner_id = :owner_id)
  order by name_key, full_name_key, category_key
  limit :limit offset :offset
)
select
  c.suggested, c.pending, c.community, c.official,
  t.id, t.name, t.full_name, t.definition, t.category, t.status, t.version, t.vote_count,
  t.owner_id, o.display_name as owner_name, t.is_stale, t.last_confirmed_at, t.source,
  t.created_at, t.updated_at
from counts c
left join page p on true
-- One look-up for each term of the page; "limit" keeps the planner from reading all terms instead.
left join lateral (select * from terms where id = p.id limit 1) as t on true
left join users o on o.id = t.owner_id
order by p.name_key, p.full_name_key, p.category_key
