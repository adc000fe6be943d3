-- Lists the imports, newest first, and the number of all.
-- Returns one row per import; a single row with a null id if the page is empty.
select
  c.total, i.id, person(a) as actor, i.file_name, i.format, i.totals, i.created_at, i.undone_at
from (
  select count(*)::integer as total from imports
) as c
left join (
  select *
  from imports
  order by created_at desc, id
  limit :limit offset :offset
) as i on true
left join users a on a.id = i.actor_id
order by i.created_at desc, i.id
