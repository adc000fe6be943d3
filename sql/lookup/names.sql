-- Lists everything that terms are called, page by page: the rows after (:term_id, :is_full_name, :key), at most :limit.
-- Returns one row per name; an empty page is one row without a name. In every row, `since` is the transaction from
-- which on `names-added` has to look for what this statement did not see.
select pg_snapshot_xmin(pg_current_snapshot())::text as since, n.*
from (values (1)) as always
left join (
  select name, term_id, kind = 'full_name' as is_full_name, key
  from term_names
  where (term_id, kind = 'full_name', key) > (:term_id::uuid, :is_full_name::boolean, :key)
  order by term_id, kind = 'full_name', key
  limit :limit
) n on true
