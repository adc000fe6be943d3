-- Deletes at most :most clients that are older than a day and that no agent uses. Returns one row with their number.
with deleted as (
  delete from oauth_state
  where (kind, id_hash) in (
    select s.kind, s.id_hash
    from oauth_state s
    where
      s.kind = 'Client' and s.created_at < now() - interval '1 day'
      and not exists (select from agents a where a.client_id = s.payload ->> 'client_id' and a.expires_at >= now())
    limit :most
  )
  returning 1
)
select count(*)::integer as deleted from deleted
