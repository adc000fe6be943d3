-- A page of all terms by name, or of those with a status if it is not null, with the number of terms in every status.
-- Returns one row, with the terms as an array. Subselects hide values from the planner, so that it keeps one plan for
-- all pages: planning takes longer than reading one.
with counts as (
  select coalesce(jsonb_object_agg(status, total), '{}') as counts
  from (select status, sum(total)::integer as total from term_counts group by status) as c
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
  c.counts,
  -- "unnest" lets the planner expect few terms, so that it looks each one up instead of reading all.
  array_to_json(array(
    select s.term
    from unnest(array(select id from page)) with ordinality as p (id, position)
    join shown_terms s on s.id = p.id
    order by p.position
  )) as items
from counts c
