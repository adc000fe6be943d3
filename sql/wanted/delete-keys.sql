-- Deletes at most :most keys of the weeks that are over. Returns one row with their number.
with deleted as (
  delete from wanted_keys
  where week in (
    select week
    from wanted_keys
    where week < date_trunc('week', now() at time zone 'UTC')::date
    limit :most
  )
  returning 1
)
select count(*)::integer as deleted from deleted
