-- As export/by-name, with what a document for readers shows of a term: building whole terms takes five times as long.
-- Returns one row per term.
select row_to_json(content) as term
from (
  select name, full_name, definition, category, aliases, status
  from terms
  where
    (:status::text is null or status = :status)
    and (:with_suggested::boolean or status <> 'suggested')
    and definition <> ''
    and (name_key, full_name_key, category_key)
      > (
        coalesce(fold(:name), ''), coalesce(fold(:full_name), ''), coalesce(fold(:category), '')
      )
  order by name_key, full_name_key, category_key
  limit :limit offset :offset
) as content
