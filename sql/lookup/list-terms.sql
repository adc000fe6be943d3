-- A page of all terms by name, or of those with a status if it is not null, with the number of terms in every status.
-- Returns one row, with the terms as an array. Subselects hide values from the planner, so that it keeps one plan for all
-- pages: planning takes longer than reading one.
with counts as (
  select
    coalesce(sum(total) filter (where status = 'suggested'), 0)::integer as suggested,
    coalesce(sum(total) filter (where status = 'pending'), 0)::integer as pending,
    coalesce(sum(total) filter (where status = 'community'), 0)::integer as community,
    coalesce(sum(total) filter (where status = 'official'), 0)::integer as official
  from term_counts
),
page as (
  -- One of these is empty. Each reads its index in order.
  (
    select id from terms where (select :status::text) is null
    order by name_key, full_name_key, category_key limit (select :limit::integer) offset (select :offset::integer)
  )
  union all
  (
    select id from terms where status = (select :status::text)
    order by name_key, full_name_key, category_key limit (select :limit::integer) offset (select :offset::integer)
  )
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
