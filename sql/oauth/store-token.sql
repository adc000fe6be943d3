-- Stores a code or token of an agent, which lasts at least as long. Returns the agent's ID, or no row if it has been
-- disconnected.
with agent as (
  update agents
  set expires_at = greatest(expires_at, :expires_at::timestamptz)
  where id = :agent_id
  returning id
)
insert into oauth_state (kind, id_hash, payload, agent_id, expires_at)
select :kind, :id_hash, :payload::jsonb, id, :expires_at from agent
returning agent_id
