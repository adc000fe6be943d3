-- Records that an API token has been used. Returns nothing.
update api_tokens set last_used_at = now() where id = :id
