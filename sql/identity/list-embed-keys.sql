-- Lists the embed keys, newest first, and the number of all.
-- Returns one row per key; a single row with a null id if the page is empty.
select
  c.total, k.id, k.name, k.origins, k.created_at, k.last_used_at, person(u) as created_by
from (
  select count(*)::integer as total from embed_keys
) as c
left join (
  select *
  from embed_keys
  order by created_at desc, id
  limit :limit offset :offset
) as k on true
left join users u on u.id = k.created_by
order by k.created_at desc, k.id
