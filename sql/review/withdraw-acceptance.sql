-- Makes a pending term a suggestion again, with the texts that it had before: :full_name, :definition and :category. :changes is
-- what changes, for history and audit log. Returns nothing.
with withdrawn as (
  update terms
  set
    status = 'suggested', full_name = :full_name, definition = :definition, category = :category,
    version = version + 1, updated_at = now()
  where id = :id
  returning id, name, version
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id)
  select id, version, 'reverted', :changes::jsonb, :actor_id from withdrawn
)
insert into audit_events (actor_id, action, target_type, target_id, payload)
select
  :actor_id, 'term.reverted', 'term', id,
  jsonb_build_object('name', name, 'version', version, 'changes', :changes::jsonb)
from withdrawn
