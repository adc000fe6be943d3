-- Records what an import has done in the end, with its audit event. Returns nothing.
with import as (
  update imports set totals = :totals::jsonb where id = :import_id returning *
)
insert into audit_events (actor_id, action, target_type, target_id, payload)
select
  i.actor_id, 'import.completed', 'import', i.id,
  jsonb_strip_nulls(jsonb_build_object('name', i.file_name, 'format', i.format)) || i.totals
from import i
