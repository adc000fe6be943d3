-- Activates or deactivates a user, with the audit event. Whoever is deactivated loses their sessions for good. Returns
-- the user, and how many terms they own, which identity/disown-terms then takes from them.
with changed as (
  update users
  set
    is_active = :is_active,
    session_generation = session_generation + case when :is_active::boolean then 0 else 1 end
  where id = :id
  returning *
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, case when c.is_active then 'user.activated' else 'user.deactivated' end,
    'user', c.id, jsonb_build_object('email', c.email)
  from changed c
)
select
  id, email, display_name, messaging_user_id, role, is_active, created_at, last_login_at,
  (select count(*)::integer from terms where owner_id = :id and not :is_active) as disowned
from changed
