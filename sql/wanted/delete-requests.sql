-- Deletes at most :most requests to be told about a name that are older than 90 days. Returns one row with their number.
with deleted as (
  delete from wanted_requests
  where (name_key, user_id) in (
    select name_key, user_id
    from wanted_requests
    where created_at < now() - interval '90 days'
    limit :most
  )
  returning 1
)
select count(*)::integer as deleted from deleted
