-- Lists dismissed suggestions, newest first, with the number of all.
-- Returns one row per suggestion of the page, or a single row with a null id if the page is empty.
select
  c.total, d.id, d.name, d.full_name, d.dismissed_at, person(u) as dismissed_by
from (select count(*)::integer as total from dismissed_suggestions) as c
left join (
  select * from dismissed_suggestions order by dismissed_at desc, id limit :limit offset :offset
) as d on true
left join users u on u.id = d.dismissed_by
order by d.dismissed_at desc, d.id
