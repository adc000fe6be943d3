-- Deletes names that were last looked up 90 days ago, and those that too few people looked up in each week that is over: they
-- are never shown. Returns nothing.
with over as (
  delete from wanted_weeks w
  using wanted_names n
  where
    n.id = w.name_id and w.week < date_trunc('week', now() at time zone 'UTC')::date
    and w.people < case when exists (select from wanted_requests r where r.name_key = n.name_key) then 2 else 3 end
  returning w.name_id, w.week
)
delete from wanted_names n
where
  n.last_asked_on < (now() at time zone 'UTC')::date - 90
  or not exists (
    select from wanted_weeks w
    where w.name_id = n.id and not exists (select from over o where o.name_id = w.name_id and o.week = w.week)
  )
