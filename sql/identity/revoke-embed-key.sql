-- Deletes an embed key, with the audit event. Returns the key's ID, or no row if there is no such key.
with revoked as (
  delete from embed_keys
  where id = :id
  returning id, name, origins
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'embed_key.revoked', 'embed_key', r.id,
    jsonb_build_object('name', r.name, 'origins', r.origins)
  from revoked r
)
select id from revoked
