-- As export/by-name, with what a document for readers shows of a term: building whole terms takes five times as long.
-- Returns one row per term.
select s.term, exported_relations(t) as relations
from terms t
cross join lateral shown_content(t) as s
where
  (:status::text is null or status = :status)
  and (:with_suggested::boolean or status <> 'suggested')
  and (:in_category::text is null or category_key = fold(:in_category))
  and definition <> ''
  and (name_key, full_name_key, category_key)
    > (
      coalesce(fold(:name), ''), coalesce(fold(:full_name), ''), coalesce(fold(:category), '')
    )
order by name_key, full_name_key, category_key
limit :limit offset :offset
