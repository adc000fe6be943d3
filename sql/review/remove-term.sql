-- Deletes a term and its votes. Its history is kept, and the audit event contains its texts.
-- :if_match holds the versions that the caller accepts, or null for any.
-- Returns the version and whether the term was deleted, or no row if the term does not exist.
with locked as (
  select * from terms where id = :id for update
),
removed as (
  delete from terms t
  using locked l
  where t.id = l.id and (:if_match::integer[] is null or l.version = any (:if_match::integer[]))
  returning t as term, t.*
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'term.deleted', 'term', r.id,
    term_content(r.term) || jsonb_build_object('version', r.version, 'owner_id', r.owner_id)
  from removed r
)
select l.version as current_version, r.id is not null as removed
from locked l
left join removed r on r.id = l.id
