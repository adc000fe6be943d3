-- Numbers the audit log of the sample glossary in the order of time, without triggers. Returns nothing.
with stored as (
  delete from audit_events returning *
)
insert into audit_events (id, actor_id, action, target_type, target_id, payload, created_at)
select id, actor_id, action, target_type, target_id, payload, created_at from stored order by created_at, seq
