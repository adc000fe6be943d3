-- Adds lookups that found nothing to the numbers of the current week. :asked is [{name, surface, person, times}]. In the order
-- of the names, so that two processes cannot deadlock. Returns nothing.
insert into wanted_names as w (week, name_key, name, from_page, from_lookup, from_slack, from_mcp)
select
  date_trunc('week', now() at time zone 'UTC')::date, loose(a.name), max(a.name),
  coalesce(sum(a.times) filter (where a.surface = 'page'), 0),
  coalesce(sum(a.times) filter (where a.surface = 'lookup'), 0),
  coalesce(sum(a.times) filter (where a.surface = 'slack'), 0),
  coalesce(sum(a.times) filter (where a.surface = 'mcp'), 0)
from jsonb_to_recordset(:asked::jsonb) as a (name text, surface text, times integer)
group by loose(a.name)
order by loose(a.name)
on conflict (week, name_key) do update
set
  name = excluded.name,
  from_page = w.from_page + excluded.from_page,
  from_lookup = w.from_lookup + excluded.from_lookup,
  from_slack = w.from_slack + excluded.from_slack,
  from_mcp = w.from_mcp + excluded.from_mcp,
  last_asked_at = clock_timestamp()
