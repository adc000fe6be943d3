-- Deletes at most :most names that texts last contained 90 days ago. Returns one row with their number.
with deleted as (
  delete from explained_names
  where name_key in (
    select name_key
    from explained_names
    where last_seen_on < (now() at time zone 'UTC')::date - 90
    limit :most
  )
  returning 1
)
select count(*)::integer as deleted from deleted
