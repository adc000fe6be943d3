-- Writes into the audit log what somebody has done (:action) about the relation of the term :id to :other_id. Returns
-- nothing.
insert into audit_events (actor_id, action, target_type, target_id, payload)
select
  :actor_id, :action, 'term', t.id,
  jsonb_build_object('name', t.name, 'kind', :kind::text, 'other_id', o.id, 'other_name', o.name)
from terms t
join terms o on o.id = :other_id
where t.id = :id
