-- Deletes agents whose tokens have all expired, expired codes, tokens and interactions, and clients older than a day that no
-- agent uses. Returns nothing.
with expired as (
  delete from agents where expires_at < now()
),
ended as (
  delete from oauth_state where expires_at < now() - interval '1 minute'
)
delete from oauth_state s
where
  s.kind = 'Client' and s.created_at < now() - interval '1 day'
  and not exists (select from agents a where a.client_id = s.payload ->> 'client_id' and a.expires_at >= now())
