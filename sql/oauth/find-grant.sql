-- Reads what oidc-provider calls the grant of an agent. Returns one row, or none if the agent has been disconnected.
select user_id, client_id, created_at, expires_at from agents where id = :id
