-- Deletes an API token of the caller, or with :is_admin of any user, with the audit event.
-- Returns the token's ID, or no row if there is no such token.
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
