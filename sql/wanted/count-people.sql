-- Counts the people who asked for names of the current week, each once per name. :asked is [{name, person}]; :new_key is
-- used if the week has no key yet. The names are stored already. Returns nothing.
with key as (
  insert into wanted_keys (week, key)
  values (date_trunc('week', now() at time zone 'UTC')::date, :new_key)
  on conflict (week) do update set week = excluded.week
  returning week, key
),
added as (
  insert into wanted_people (week, name_key, person_hash)
  select distinct
    k.week, loose(a.name), sha256(k.key || convert_to(a.person || ' ' || loose(a.name), 'UTF8'))
  from jsonb_to_recordset(:asked::jsonb) as a (name text, person text)
  cross join key k
  on conflict do nothing
  returning week, name_key
)
update wanted_names w
set people = w.people + a.people
from (select week, name_key, count(*)::integer as people from added group by week, name_key) as a
where w.week = a.week and w.name_key = a.name_key
