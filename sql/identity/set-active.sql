-- Activates or deactivates a user, with the audit event. Whoever is deactivated loses sessions, API tokens and agents for
-- good. Returns the user, and how many terms they own, which identity/disown-terms then takes from them.
with changed as (
  update users
  set
    is_active = :is_active,
    session_generation = session_generation + case when :is_active::boolean then 0 else 1 end
  where id = :id
  returning *
),
revoked as (
  delete from api_tokens k
  using changed c
  where k.user_id = c.id and not c.is_active
  returning k.id, k.name, k.user_id
),
revoked_audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select :actor_id, 'token.revoked', 'token', id, jsonb_build_object('name', name, 'user_id', user_id)
  from revoked
),
disconnected as (
  delete from agents a
  using changed c
  where a.user_id = c.id and not c.is_active
  returning a.id, a.name, a.client_id, a.user_id
),
disconnected_audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'agent.disconnected', 'agent', id,
    jsonb_build_object('name', name, 'client_id', client_id, 'user_id', user_id)
  from disconnected
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
