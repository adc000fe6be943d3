-- Lists one page of the names that two or more people looked up in one week and that no term has, most wanted first, and
-- the number of all. people is that of the week with the most. Returns one row per name; a single row with a null
-- id if the page is empty.
with wanted as (
  select
    w.name_key,
    (array_agg(w.name order by w.last_asked_at desc))[1] as name,
    max(w.people) as people,
    sum(w.from_page + w.from_lookup + w.from_slack + w.from_mcp)::integer as lookups,
    array_remove(array[
      case when sum(w.from_page) > 0 then 'page' end,
      case when sum(w.from_lookup) > 0 then 'lookup' end,
      case when sum(w.from_slack) > 0 then 'slack' end,
      case when sum(w.from_mcp) > 0 then 'mcp' end
    ], null) as surfaces,
    max(w.last_asked_at) as last_asked_at
  from wanted_names w
  where
    w.name_key in (select s.name_key from wanted_names s where s.people >= 2)
    and not exists (select from term_names n where n.loose_key = w.name_key)
  group by w.name_key
)
select
  c.total,
  w.name_key as id, w.name, w.people, w.lookups, w.surfaces, w.last_asked_at,
  exists (
    select from wanted_requests r where r.name_key = w.name_key and r.user_id = :user_id
  ) as is_requested
from (
  select count(*)::integer as total from wanted
) as c
left join (
  select * from wanted
  order by people desc, lookups desc, name_key
  limit :limit offset :offset
) as w on true
order by w.people desc, w.lookups desc, w.name_key
