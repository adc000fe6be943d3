-- As export/by-name, with what a document for readers shows of a term: building whole terms takes five times as long.
-- Returns one row per term.
with page as materialized (
  select t.id, s.term, row_number() over (order by name_key, full_name_key, category_key) as place
  from terms t
  cross join lateral shown_content(t) as s
  where
    (:status::text is null or status = :status)
    and status <> all (:left_out::text[])
    and (:in_category::text is null or category_key = fold(:in_category))
    and definition <> ''
    and (name_key, full_name_key, category_key)
      > (
        coalesce(fold(:name), ''), coalesce(fold(:full_name), ''), coalesce(fold(:category), '')
      )
  order by name_key, full_name_key, category_key
  limit :limit offset :offset
)
select p.id, p.term, r.relations
from page p
left join exported_relations(array(select id from page where :relations::text is not null), :relations = 'links') as r
  on r.id = p.id
order by p.place
