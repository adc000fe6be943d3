-- Deletes at most :most codes, tokens and interactions that have expired. Returns one row with their number.
with deleted as (
  delete from oauth_state
  where (kind, id_hash) in (
    select kind, id_hash
    from oauth_state
    where expires_at < now() - interval '1 minute'
    limit :most
  )
  returning 1
)
select count(*)::integer as deleted from deleted
