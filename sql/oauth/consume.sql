-- Uses a code, once, or a refresh token, again within 30 seconds (contract, section 17). Returns the agent's ID, or no
-- row if it has been used before.
update oauth_state
set consumed_at = coalesce(consumed_at, now())
where
  kind = :kind and id_hash = :id_hash
  and (consumed_at is null or kind = 'RefreshToken' and consumed_at + interval '30 seconds' > now())
returning agent_id
