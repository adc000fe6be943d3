-- Lists what terms are called since transaction :since, page by page, as `names` does. Returns one row per name; an
-- empty page is one row without a name. A row that was restored from another database can name a transaction that
-- is still to come in this one.
select pg_snapshot_xmin(pg_current_snapshot())::text as since, n.*
from (values (1)) as always
left join (
  select name, term_id, kind = 'full_name' as is_full_name, key
  from term_names
  where
    added_in >= :since::xid8 and added_in < pg_snapshot_xmax(pg_current_snapshot())
    and (term_id, kind = 'full_name', key) > (:term_id::uuid, :is_full_name::boolean, :key)
  order by term_id, kind = 'full_name', key
  limit :limit
) n on true
