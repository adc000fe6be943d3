-- Adds up the full names that were given: :seen is [{"acronym", "full_name", "sightings"}], each pair
-- once. Gives nothing.
insert into discovery_expansions as e (acronym, full_name, sightings)
select n.acronym, n.full_name, n.sightings
from jsonb_to_recordset(:seen::jsonb) as n (acronym text, full_name text, sightings integer)
order by n.acronym, n.full_name
on conflict (acronym, full_name) do update set sightings = e.sightings + excluded.sightings
