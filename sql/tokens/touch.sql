-- Notes that a token was used. Returns nothing.
update api_tokens set last_used_at = now() where id = :id
