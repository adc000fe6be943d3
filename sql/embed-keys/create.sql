-- Adds an embed key with its audit event. Only the hash of the key is stored. Returns the key's record.
with created as (
  insert into embed_keys (name, origins, key_hash)
  values (:name, :origins::text[], :key_hash)
  returning id, name, origins, created_at, last_used_at
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'embed_key.created', 'embed_key', c.id,
    jsonb_build_object('name', c.name, 'origins', c.origins)
  from created c
)
select id, name, origins, created_at, last_used_at from created
