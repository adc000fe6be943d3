-- Notes that a token was used. Gives nothing.
update api_tokens set last_used_at = now() where id = :id
