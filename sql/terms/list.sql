-- A page of terms by name, with the number of matches in every status: as they are kept where nothing
-- narrows the list, else counted.
-- Returns one row, with the terms as an array.
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
  select id
  from terms
  where
    (:status::text is null or status = :status)
    and (:name::text is null or name_key = fold(:name))
    and (:category::text is null or category_key = fold(:category))
    and (:stale::boolean is null or is_stale = :stale)
    and (:owner_id::uuid is null or owner_id = :owner_id)
  order by name_key, full_name_key, category_key
  limit :limit offset :offset
)
select
  c.suggested, c.pending, c.community, c.official,
  -- "unnest" lets the planner expect few terms, so that it looks each one up instead of reading all.
  array_to_json(array(
    select s.term
    from unnest(array(select id from page)) with ordinality as p (id, position)
    join shown_terms s on s.id = p.id
    order by p.position
  )) as items
from counts c
