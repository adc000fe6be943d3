-- Lists the webhooks, newest first, and the number of all.
-- Returns one row per webhook; a single row with a null id if the page is empty.
select
  c.total, w.id, w.url, w.events, w.created_at, w.disabled_at, person(u) as created_by
from (
  select count(*)::integer as total from webhooks
) as c
left join (
  select *
  from webhooks
  order by created_at desc, id
  limit :limit offset :offset
) as w on true
left join users u on u.id = w.created_by
order by w.created_at desc, w.id
