-- Deletes the API tokens and agents of a user, with audit events by :actor_id. Returns nothing.
with revoked as (
  delete from api_tokens where user_id = :id returning id, name, user_id
),
disconnected as (
  delete from agents where user_id = :id returning id, name, client_id, user_id
)
insert into audit_events (actor_id, action, target_type, target_id, payload)
select :actor_id::uuid, 'token.revoked', 'token', id, jsonb_build_object('name', name, 'user_id', user_id)
from revoked
union all
select
  :actor_id::uuid, 'agent.disconnected', 'agent', id,
  jsonb_build_object('name', name, 'client_id', client_id, 'user_id', user_id)
from disconnected
