-- Adds an embed key of an active user with its audit event. Only the hash of the key is stored. Returns the key's
-- record, or no row if the user is not active.
with created as (
  insert into embed_keys (name, origins, key_hash, created_by)
  select :name, :origins::text[], :key_hash, creator_id from lock_active_user(:actor_id) as creator_id
  returning id, name, origins, created_at, created_by, last_used_at
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'embed_key.created', 'embed_key', c.id,
    jsonb_build_object('name', c.name, 'origins', c.origins)
  from created c
)
select c.id, c.name, c.origins, c.created_at, c.last_used_at, person(u) as created_by
from created c
join users u on u.id = c.created_by
