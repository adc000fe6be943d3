-- Deletes at most :most weeks that are over and in which too few people looked a name up: they are never shown.
-- Returns one row with their number.
with deleted as (
  delete from wanted_weeks
  where (name_id, week) in (
    select w.name_id, w.week
    from wanted_weeks w
    join wanted_names n on n.id = w.name_id
    where
      w.week < date_trunc('week', now() at time zone 'UTC')::date
      and w.people < case when exists (select from wanted_requests r where r.name_key = n.name_key) then 2 else 3 end
    limit :most
  )
  returning 1
)
select count(*)::integer as deleted from deleted
