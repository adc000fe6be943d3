-- Stores the names :names, which texts that were explained contained. In the order of the names, so that two processes
-- cannot deadlock. Returns nothing.
insert into explained_names as e (name_key, last_seen_on)
select distinct loose(name) as name_key, (now() at time zone 'UTC')::date
from unnest(:names::text[]) as name
order by name_key
on conflict (name_key) do update
set last_seen_on = excluded.last_seen_on
where e.last_seen_on < excluded.last_seen_on
