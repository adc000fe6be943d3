-- Gives a user another role, with the audit event. Returns the user.
with before as (
  select id, role from users where id = :id for no key update
),
changed as (
  update users u set role = :role from before b where u.id = b.id returning u.*
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'user.role_changed', 'user', c.id,
    jsonb_build_object('email', c.email, 'from', b.role, 'to', c.role)
  from changed c
  join before b on b.id = c.id
)
select id, email, display_name, messaging_user_id, role, is_active, created_at, last_login_at
from changed
