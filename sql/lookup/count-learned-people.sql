-- Counts the people of the current week who went on to a term after they had looked a name up in vain, each once per
-- name and term. :followed is [{name, person, term_id}]; :new_key is used if the week has no key yet. The names are
-- stored already. Returns nothing.
with added as (
  insert into learned_people (learned_id, week, person_hash)
  select distinct
    w.learned_id, w.week, sha256(k.key || convert_to(f.person || ' ' || l.name_key || ' ' || l.term_id, 'UTF8'))
  from jsonb_to_recordset(:followed::jsonb) as f (name text, person text, term_id uuid)
  cross join key_of_week(:new_key) as k
  join learned_names l on l.name_key = loose(f.name) and l.term_id = f.term_id
  join learned_weeks w on w.learned_id = l.id and w.week = k.week
  on conflict do nothing
  returning learned_id, week
)
update learned_weeks w
set people = w.people + a.people
from (select learned_id, week, count(*)::integer as people from added group by learned_id, week) as a
where w.learned_id = a.learned_id and w.week = a.week
