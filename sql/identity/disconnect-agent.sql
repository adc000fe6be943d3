-- Deletes an agent of the caller, or with :is_admin of any user, with the audit event: its codes and tokens end.
-- Returns the agent's ID, or no row if there is no such agent.
with disconnected as (
  delete from agents
  where id = :id and (user_id = :actor_id or :is_admin::boolean)
  returning id, name, client_id, user_id
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'agent.disconnected', 'agent', id,
    jsonb_build_object('name', name, 'client_id', client_id, 'user_id', user_id)
  from disconnected
)
select id from disconnected
