-- How many terms of the filter come before the first whose name begins with :initial, or would.
-- Returns one row.
select count(*)::integer as place
from terms
where
  name_key < fold(:initial)
  and (:status::text is null or status = :status)
  and (:category::text is null or category_key = fold(:category))
  and (:stale::boolean is null or is_stale = :stale)
  and (:owner_id::uuid is null or owner_id = :owner_id)
