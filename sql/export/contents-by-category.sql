-- As export/contents-by-name, in the order of the categories. Terms without a category come first.
-- Returns one row per term.
select s.term, exported_relations(t) as relations
from terms t
cross join lateral shown_content(t) as s
where
  (:status::text is null or status = :status)
  and (:with_suggested::boolean or status <> 'suggested')
  and (:in_category::text is null or category_key = fold(:in_category))
  and definition <> ''
  and (category_key, name_key, full_name_key)
    > (
      coalesce(fold(:category), ''), coalesce(fold(:name), ''), coalesce(fold(:full_name), '')
    )
order by category_key, name_key, full_name_key
limit :limit offset :offset
