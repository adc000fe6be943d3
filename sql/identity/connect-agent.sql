-- Adds an agent of an active user with the audit event. It ends soon, unless it gets a code. Returns the agent's ID, or no row
-- if the user is not active.
with person as (
  select id from users where id = :user_id and is_active for share
),
connected as (
  insert into agents (user_id, client_id, name, expires_at)
  select id, :client_id, :name, now() + interval '15 minutes' from person
  returning id, user_id, client_id, name
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    user_id, 'agent.connected', 'agent', id,
    jsonb_build_object('name', name, 'client_id', client_id)
  from connected
)
select id from connected
