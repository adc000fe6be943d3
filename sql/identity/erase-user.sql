-- Removes the details of a person (:id) and their names (:names) from every table but the logs, with the audit event.
-- Returns one row.
with erased as (
  select erase_person(:id, :names)
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id)
  select :actor_id, 'user.erased', 'user', :id from erased
)
select count(*)::integer as total from erased
