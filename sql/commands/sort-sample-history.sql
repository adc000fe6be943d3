-- Numbers the history of the sample glossary in the order of time, without triggers. Returns nothing.
with stored as (
  delete from term_history returning *
)
insert into term_history (
  id, term_id, version, action, changes, actor_id, accepted_by, note, import_id, created_at, other_id
)
select id, term_id, version, action, changes, actor_id, accepted_by, note, import_id, created_at, other_id
from stored
order by created_at, seq
