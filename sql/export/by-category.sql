-- As export/by-name, in the order of the categories. Terms without a category come first.
-- Returns one row per term.
with page as (
  select id
  from terms
  where
    (:status::text is null or status = :status)
    and (:with_suggested::boolean or status <> 'suggested')
    and definition <> ''
    and (category_key, name_key, full_name_key)
      > (
        coalesce(fold(:category), ''), coalesce(fold(:name), ''), coalesce(fold(:full_name), '')
      )
  order by category_key, name_key, full_name_key
  limit :limit offset :offset
)
select s.term
from unnest(array(select id from page)) with ordinality as p (id, position)
join shown_terms s on s.id = p.id
order by p.position
