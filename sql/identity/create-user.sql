-- Adds a user, with the audit event: by :actor_id, or by themselves if it is null. Returns the user, or no row if the
-- email address or the messaging_user_id is taken, or :actor_id is not active.
with created as (
  insert into users (email, display_name, messaging_user_id, role)
  select :email, :display_name, :messaging_user_id, :role
  where :actor_id::uuid is null or exists (select from lock_active_user(:actor_id))
  on conflict do nothing
  returning *
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select coalesce(:actor_id, c.id), 'user.created', 'user', c.id, jsonb_build_object('email', c.email, 'role', c.role)
  from created c
)
select id, email, display_name, messaging_user_id, role, is_active, created_at, last_login_at
from created
