-- Activates or deactivates a user, with the audit event. Returns the user.
with changed as (
  update users set is_active = :is_active where id = :id returning *
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, case when c.is_active then 'user.activated' else 'user.deactivated' end,
    'user', c.id, jsonb_build_object('email', c.email)
  from changed c
)
select id, email, display_name, messaging_user_id, role, is_active, created_at, last_login_at
from changed
