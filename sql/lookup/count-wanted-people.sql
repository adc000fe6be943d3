-- Counts the people who asked for names of the current week, each once per name. :asked is [{name, person}], where a
-- null person is nobody; :new_key is used if the week has no key yet. The names are stored already. Returns nothing.
with added as (
  insert into wanted_people (week, name_id, person_hash)
  select distinct w.week, w.name_id, sha256(k.key || convert_to(a.person || ' ' || n.name_key, 'UTF8'))
  from jsonb_to_recordset(:asked::jsonb) as a (name text, person text)
  cross join key_of_week(:new_key) as k
  join wanted_names n on n.name_key = loose(a.name)
  join wanted_weeks w on w.name_id = n.id and w.week = k.week
  where a.person is not null
  on conflict do nothing
  returning week, name_id
)
update wanted_weeks w
set people = w.people + a.people
from (select week, name_id, count(*)::integer as people from added group by week, name_id) as a
where w.week = a.week and w.name_id = a.name_id
