-- Counts the terms that match the filter and sort before :initial.
-- Returns one row.
select count(*)::integer as "offset"
from terms
where
  name_key < fold(:initial)
  and (:status::text is null or status = :status)
  and (:category::text is null or category_key = fold(:category))
  and (:stale::boolean is null or is_stale = :stale)
  and (:owner_id::uuid is null or owner_id = :owner_id)
  and (:is_ownerless::boolean is null or owner_id is null)
