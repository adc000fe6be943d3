-- Adds lookups that found nothing to the numbers of the current week. :asked is [{name, surface, times, is_public}],
-- the first lookup first: the first spelling of a name stays, and one with spaces is for editors, however others write
-- it. Names that contain the name of a term are left out. In the order of the names, so that two processes cannot
-- deadlock. Returns nothing.
with asked as (
  select a.*, loose(a.name) as name_key
  from rows from (
    jsonb_to_recordset(:asked::jsonb) as (name text, surface text, times integer, is_public boolean)
  ) with ordinality as a (name, surface, times, is_public, place)
),
named as (
  select name_key, (array_agg(name order by place))[1] as name, bool_or(is_public) as is_public
  from asked
  where not contains_known_name(name)
  group by name_key
),
stored as (
  insert into wanted_names as w (name_key, name, is_public, last_asked_on)
  select name_key, name, is_public and name not like '% %', (now() at time zone 'UTC')::date
  from named
  order by name_key
  on conflict (name_key) do update
  set
    is_public = w.is_public or (excluded.is_public and w.name not like '% %'),
    last_asked_on = excluded.last_asked_on
  returning id, name_key
)
insert into wanted_weeks as w (week, name_id, from_page, from_lookup, from_slack, from_mcp)
select
  date_trunc('week', now() at time zone 'UTC')::date, s.id,
  coalesce(sum(a.times) filter (where a.surface = 'page'), 0),
  coalesce(sum(a.times) filter (where a.surface = 'lookup'), 0),
  coalesce(sum(a.times) filter (where a.surface = 'slack'), 0),
  coalesce(sum(a.times) filter (where a.surface = 'mcp'), 0)
from asked a
join stored s on s.name_key = a.name_key
group by s.id
on conflict (name_id, week) do update
set
  from_page = w.from_page + excluded.from_page,
  from_lookup = w.from_lookup + excluded.from_lookup,
  from_slack = w.from_slack + excluded.from_slack,
  from_mcp = w.from_mcp + excluded.from_mcp
