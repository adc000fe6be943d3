-- Adds an API token of an active user with its audit event. Only the hash of the token is stored. Returns the token, or
-- no row if the user is not active.
with created as (
  insert into api_tokens (name, scopes, user_id, token_hash, expires_at)
  select :name, :scopes::text[], owner_id, :token_hash, :expires_at from lock_active_user(:user_id) as owner_id
  returning id, name, scopes, user_id, created_at, last_used_at, expires_at
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    c.user_id, 'token.created', 'token', c.id,
    jsonb_build_object('name', c.name, 'scopes', c.scopes, 'expires_at', to_rfc3339(c.expires_at))
  from created c
)
select id, name, scopes, user_id, created_at, last_used_at, expires_at from created
