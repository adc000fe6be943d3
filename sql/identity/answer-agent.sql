-- Stores the answer of an active user to the request of an agent, unless it has one. If :agent_id is not null, adds the
-- agent with the audit event; it ends soon, unless it gets a code. Returns one row: is_active is false if the user is
-- not active.
with person as (
  select id from lock_active_user(:user_id) as id
),
request as (
  update oauth_state
  set payload = payload || jsonb_build_object('result', :result::jsonb)
  where
    kind = 'Interaction' and id_hash = :id_hash and not payload ? 'result'
    and exists (select from person)
  returning 1
),
connected as (
  insert into agents (id, user_id, client_id, name, expires_at)
  select :agent_id::uuid, p.id, :client_id, :name, now() + interval '15 minutes'
  from person p, request r
  where :agent_id::uuid is not null
  returning id, user_id, client_id, name
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    user_id, 'agent.connected', 'agent', id,
    jsonb_build_object('name', name, 'client_id', client_id)
  from connected
)
select exists (select from person) as is_active
