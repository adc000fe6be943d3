-- Lists the names that three people looked up in one week, or two if someone asked to be told about the name, and that
-- no term has, most wanted first, and the number of all. Unless :is_editor, those are left out that are neither public
-- nor seen by discovery or in a text that was explained, which see no spaces in names. people is that of the week with
-- the most. Returns one row per name; a single row with a null id if the page is empty.
with wanted as (
  select
    n.id, n.name_key, n.name, n.last_asked_on,
    (
      n.is_public
      or n.name not like '% %' and (
        exists (select from explained_names e where e.name_key = n.name_key)
        or exists (select from discovery_sightings s where loose(s.acronym) = n.name_key)
      )
    ) as is_public,
    max(w.people) as people,
    sum(w.from_page + w.from_lookup + w.from_slack + w.from_mcp)::integer as lookups,
    array_remove(array[
      case when sum(w.from_page) > 0 then 'page' end,
      case when sum(w.from_lookup) > 0 then 'lookup' end,
      case when sum(w.from_slack) > 0 then 'slack' end,
      case when sum(w.from_mcp) > 0 then 'mcp' end
    ], null) as surfaces
  from wanted_names n
  join wanted_weeks w on w.name_id = n.id
  where
    n.id in (select l.name_id from wanted_weeks l where l.people >= 2)
    and not exists (select from term_names t where t.loose_key = n.name_key)
  group by n.id
  having max(w.people) >= 3 or exists (select from wanted_requests r where r.name_key = n.name_key)
),
visible as (
  select * from wanted where is_public or :is_editor::boolean
)
select
  c.total,
  v.id, v.name, v.is_public, v.people, v.lookups, v.surfaces, v.last_asked_on::text,
  exists (
    select from wanted_requests r where r.name_key = v.name_key and r.user_id = :user_id
  ) as is_requested
from (
  select count(*)::integer as total from visible
) as c
left join (
  select * from visible
  order by people desc, lookups desc, name_key
  limit :limit offset :offset
) as v on true
order by v.people desc, v.lookups desc, v.name_key
