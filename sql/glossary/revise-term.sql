-- Edits a term if its version is :version, with history entry and audit event. If :patch changes nothing, nothing is
-- written. :patch is a JSON object of the fields to set; :if_match holds the versions that the caller accepts, or null
-- for any. A protected term changes only for its owner or if :may_edit_protected. :action is updated or reverted.
-- :accepted_by accepted the edit that :actor_id proposed. Returns the version before the edit and whether the caller
-- may not edit the term, with the term, which is null in that case or if the version did not match, or no row if the
-- term does not exist.
with locked as (
  select t as term, t.* from terms t where id = :id for no key update
),
access as (
  select
    is_protected(status, disputed_status) and owner_id is distinct from :actor_id
      and not :may_edit_protected::boolean as is_refused
  from locked
),
edited as (
  select edited_term(l.term, :patch::jsonb) as term
  from locked l
  cross join access a
  where
    not a.is_refused
    and l.version = :version
    and (:if_match::integer[] is null or l.version = any (:if_match::integer[]))
),
revised as (
  select t as term
  from revise_terms(
    array(select term from edited), :action, :actor_id, accepted_by => :accepted_by, note => :note
  ) as t
),
result as (
  select term from revised
  union all
  select l.term from locked l where exists (select from edited) and not exists (select from revised)
)
select
  l.version as current_version, a.is_refused,
  s.term
from locked l
cross join access a
left join result r on true
left join users o on o.id = (r.term).owner_id
left join lateral related_term(r.term, o.public_name) as s on true
