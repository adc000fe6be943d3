-- Finds the active user of an access token for the resource :resource, and the agent. is_due: the time of the last use
-- is more than a minute old. Returns one row, or none.
select
  u.id, u.role, a.id as agent_id, s.expires_at,
  coalesce(a.last_used_at < now() - interval '1 minute', true) as is_due
from oauth_state s
join agents a on a.id = s.agent_id
join users u on u.id = a.user_id
where
  s.kind = 'AccessToken' and s.id_hash = :token_hash and s.expires_at > now()
  and s.payload ->> 'aud' = :resource::text and u.is_active
