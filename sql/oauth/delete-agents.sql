-- Deletes at most :most agents whose tokens have all expired. Returns one row with their number.
with deleted as (
  delete from agents
  where id in (
    select id
    from agents
    where expires_at < now()
    limit :most
  )
  returning 1
)
select count(*)::integer as deleted from deleted
