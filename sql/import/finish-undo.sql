-- Records that an import has been undone, with the audit event. Returns nothing.
with undone as (
  update imports set undone_at = clock_timestamp() where id = :id::uuid returning id, file_name
)
insert into audit_events (actor_id, action, target_type, target_id, payload)
select
  :actor_id, 'import.undone', 'import', u.id,
  jsonb_strip_nulls(jsonb_build_object(
    'name', u.file_name, 'deleted', :deleted::integer, 'reverted', :reverted::integer, 'kept', :kept::integer
  ))
from undone u
