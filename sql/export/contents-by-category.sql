-- As export/contents-by-name, in the order of the categories. Terms without a category come first.
-- Returns one row per term.
with page as materialized (
  select t.id, s.term, row_number() over (order by category_key, name_key, full_name_key) as place
  from terms t
  cross join lateral shown_content(t) as s
  where
    (:status::text is null or status = :status)
    and status <> all (:left_out::text[])
    and (:in_category::text is null or category_key = fold(:in_category))
    and definition <> ''
    and (category_key, name_key, full_name_key)
      > (
        coalesce(fold(:category), ''), coalesce(fold(:name), ''), coalesce(fold(:full_name), '')
      )
  order by category_key, name_key, full_name_key
  limit :limit offset :offset
)
select p.id, p.term, r.relations
from page p
left join exported_relations(array(select id from page where :relations::text is not null), :relations = 'links') as r
  on r.id = p.id
order by p.place
