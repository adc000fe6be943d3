-- Deletes at most :most hashes of people of the weeks that are over; how many people there were is kept.
-- Returns one row with their number.
with deleted as (
  delete from wanted_people
  where (name_id, week, person_hash) in (
    select name_id, week, person_hash
    from wanted_people
    where week < date_trunc('week', now() at time zone 'UTC')::date
    limit :most
  )
  returning 1
)
select count(*)::integer as deleted from deleted
