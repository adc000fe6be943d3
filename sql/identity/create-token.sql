-- Adds an API token with its audit event. Only the hash of the token is stored. Returns the token.
with created as (
  insert into api_tokens (name, scopes, user_id, token_hash, expires_at)
  values (:name, :scopes::text[], :user_id, :token_hash, :expires_at)
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
