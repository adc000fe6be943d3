-- Adds what terms have answered to the numbers of the current day (UTC). :answered is [{term_id, times}]. In the order
-- of the IDs, so that two processes cannot deadlock. Returns nothing.
insert into term_lookups as l (term_id, day, lookups)
select a.term_id, (now() at time zone 'UTC')::date, a.times
from jsonb_to_recordset(:answered::jsonb) as a (term_id uuid, times integer)
order by a.term_id
on conflict (term_id, day) do update
set lookups = l.lookups + excluded.lookups
