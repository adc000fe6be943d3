-- Stores a client or an interaction, or changes it. Returns nothing.
insert into oauth_state (kind, id_hash, payload, expires_at)
values (:kind, :id_hash, :payload::jsonb, :expires_at)
on conflict (kind, id_hash) do update set payload = excluded.payload, expires_at = excluded.expires_at
