-- Records that an agent has used its access token. Returns nothing.
update agents set last_used_at = now() where id = :id
