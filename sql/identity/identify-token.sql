-- Finds the active user of an API token, also of one that has expired. is_due: the time of the last use is more than a
-- minute old.
-- Returns one row, or none.
select
  u.id, u.role, k.id as token_id, k.scopes, k.expires_at,
  coalesce(k.expires_at <= now(), false) as has_expired,
  coalesce(k.last_used_at < now() - interval '1 minute', true) as is_due
from api_tokens k
join users u on u.id = k.user_id
where k.token_hash = :token_hash and u.is_active
