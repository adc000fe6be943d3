-- Makes room for the people of the current week who went on to a term after they had looked a name up in vain:
-- :followed is [{name, term_id}]. Names that contain the name of a term are left out, and so are terms that are gone.
-- In the order of the names, so that two processes cannot deadlock. Returns nothing.
with there as (
  -- The foreign key would refuse all names because of one term that is being deleted.
  select id from terms
  where id in (select f.term_id from jsonb_to_recordset(:followed::jsonb) as f (term_id uuid))
  order by id
  for key share
),
named as (
  insert into learned_names as l (name_key, term_id, name)
  select loose(f.name) as name_key, t.id, min(f.name)
  from jsonb_to_recordset(:followed::jsonb) as f (name text, term_id uuid)
  join there t on t.id = f.term_id
  where not contains_known_name(f.name)
  group by loose(f.name), t.id
  order by name_key, t.id
  on conflict (name_key, term_id) do update set name = l.name
  returning id
)
insert into learned_weeks (learned_id, week)
select id, date_trunc('week', now() at time zone 'UTC')::date
from named
order by id
on conflict do nothing
