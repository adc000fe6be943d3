-- Records an import with its audit event, and lets the rest of the transaction count terms in a slot of its own.
-- Returns its ID.
with import as (
  insert into imports (actor_id, file_name, format, totals)
  values (:actor_id::uuid, :file_name, :format, :totals::jsonb)
  returning id, file_name, format, totals
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id::uuid, 'import.completed', 'import', i.id,
    jsonb_strip_nulls(jsonb_build_object('name', i.file_name, 'format', i.format)) || i.totals
  from import i
)
select i.id, set_config('glossary.count_slot', :count_slot, true) as count_slot from import i
