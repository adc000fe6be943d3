-- A page of terms by name, with the number of matches in every status: as they are kept where nothing
-- narrows the list, else counted.
-- Returns the counts once per row of the page; a single row with a null id where the page is empty.
with matches as (
  select status, total as terms
  from term_counts
  where
    :name::text is null and :category::text is null and :stale::boolean is null
    and :owner_id::uuid is null
  union all
  select status, count(*) as terms
  from terms
  where
    not (
      :name::text is null and :category::text is null and :stale::boolean is null
      and :owner_id::uuid is null
    )
    and (:name::text is null or name_key = fold(:name))
    and (:category::text is null or category_key = fold(:category))
    and (:stale::boolean is null or is_stale = :stale)
    and (:owner_id::uuid is null or owner_id = :owner_id)
  group by status
),
counts as (
  select
    coalesce(sum(terms) filter (where status = 'suggested'), 0)::integer as suggested,
    coalesce(sum(terms) filter (where status = 'pending'), 0)::integer as pending,
    coalesce(sum(terms) filter (where status = 'community'), 0)::integer as community,
    coalesce(sum(terms) filter (where status = 'official'), 0)::integer as official
  from matches
),
page as (
  select id, name_key, full_name_key, category_key
  from terms
  where
    (:status::text is null or status = :status)
    and (:name::text is null or name_key = fold(:name))
    and (:category::text is null or category_key = fold(:category))
    and (:stale::boolean is null or is_stale = :stale)
    and (:owner_id::uuid is null or owner_id = :owner_id)
  order by name_key, full_name_key, category_key
  limit :limit offset :offset
),
-- One lookup per term of the page; "limit" keeps the planner from reading all terms instead.
-- Its columns by name: "*" would take along the words that the indexes are made of.
items as materialized (
  select t.*
  from page p
  cross join lateral (
    select
      id, name, full_name, definition, category, aliases, status, version, vote_count,
      open_disputes, owner_id, is_stale, last_confirmed_at, source, created_at, updated_at, name_key, full_name_key,
      category_key
    from terms
    where id = p.id
    limit 1
  ) as t
)
select
  c.suggested, c.pending, c.community, c.official,
  t.id, t.name, t.full_name, t.definition, t.category, t.aliases, t.status, t.version, t.vote_count,
  t.open_disputes,
  t.owner_id, o.public_name as owner_name, t.is_stale, t.last_confirmed_at, t.source,
  t.created_at, t.updated_at
from counts c
left join items t on true
left join users o on o.id = t.owner_id
order by t.name_key, t.full_name_key, t.category_key
