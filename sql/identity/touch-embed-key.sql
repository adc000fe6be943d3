-- Records that an embed key has been used. Returns nothing.
update embed_keys set last_used_at = now() where id = :id
