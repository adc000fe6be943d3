-- Revokes an API token of the caller, or (:is_admin) of anybody, with the audit event.
-- Returns the token's id, or no row where there is none to revoke.
with revoked as (
  delete from api_tokens
  where id = :id and (user_id = :actor_id or :is_admin::boolean)
  returning id, name, user_id
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'token.revoked', 'token', r.id,
    jsonb_build_object('name', r.name, 'user_id', r.user_id)
  from revoked r
)
select id from revoked
