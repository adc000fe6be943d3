-- Edits a term if its version is :version, with history entry and audit event. If :patch changes nothing, nothing
-- is written. :patch is a JSON object of the fields to set; :if_match holds the versions that the caller
-- accepts, or null for any. A new name that was an alias is no longer one. A protected term changes only for its owner
-- or if :may_edit_protected. :action is updated or reverted. :accepted_by accepted the edit that :actor_id proposed.
-- Returns the version before the edit and whether the caller may not edit the term, with the term, which is null
-- in that case or if the version did not match, or no row if the term does not exist.
with locked as (
  select * from terms where id = :id for no key update
),
access as (
  select
    is_protected(status, disputed_status) and owner_id is distinct from :actor_id
      and not :may_edit_protected::boolean as is_refused
  from locked
),
patched as (
  select
    l.id, l.name as old_name,
    case when :patch::jsonb ? 'name' then :patch::jsonb ->> 'name' else l.name end as name,
    case when :patch::jsonb ? 'full_name' then :patch::jsonb ->> 'full_name' else l.full_name end
      as full_name,
    case when :patch::jsonb ? 'definition' then :patch::jsonb ->> 'definition' else l.definition end
      as definition,
    case when :patch::jsonb ? 'category' then :patch::jsonb ->> 'category' else l.category end
      as category,
    case when :patch::jsonb ? 'aliases' then :patch::jsonb -> 'aliases' else l.aliases end
      as given_aliases
  from locked l
  cross join access a
  where
    not a.is_refused
    and l.version = :version
    and (:if_match::integer[] is null or l.version = any (:if_match::integer[]))
),
edited as (
  select
    p.id, p.name, p.full_name, p.definition, p.category,
    case
      when fold(p.name) = fold(p.old_name) then p.given_aliases
      else (
        select coalesce(jsonb_agg(a.alias order by a.position), '[]')
        from jsonb_array_elements(p.given_aliases) with ordinality as a (alias, position)
        where fold(a.alias ->> 'name') <> fold(p.name)
      )
    end as aliases
  from patched p
),
difference as (
  select
    e.id,
    (
      select jsonb_object_agg(f.field, jsonb_build_object('from', f.old, 'to', f.new))
      from (values
        ('name', to_jsonb(l.name), to_jsonb(e.name)),
        ('full_name', to_jsonb(l.full_name), to_jsonb(e.full_name)),
        ('definition', to_jsonb(l.definition), to_jsonb(e.definition)),
        ('category', to_jsonb(l.category), to_jsonb(e.category)),
        ('aliases', l.aliases, e.aliases)
      ) as f (field, old, new)
      where f.old is distinct from f.new
    ) as changes
  from edited e
  join locked l on l.id = e.id
),
revised as (
  update terms t
  set
    name = e.name, full_name = e.full_name, definition = e.definition, category = e.category,
    aliases = e.aliases, version = t.version + 1, updated_at = now(), last_confirmed_at = now(), is_stale = false
  from edited e
  join difference d on d.id = e.id
  where t.id = e.id and d.changes is not null
  returning t.*
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id, accepted_by, note)
  select r.id, r.version, :action, d.changes, :actor_id, :accepted_by, :note
  from revised r
  join difference d on d.id = r.id
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'term.' || :action::text, 'term', r.id,
    jsonb_build_object('name', r.name, 'version', r.version, 'changes', d.changes)
      || case when :accepted_by::uuid is null then '{}' else jsonb_build_object('accepted_by', :accepted_by::uuid) end
  from revised r
  join difference d on d.id = r.id
),
result as (
  select * from revised
  union all
  select l.* from locked l join difference d on d.id = l.id where d.changes is null
)
select
  l.version as current_version, a.is_refused,
  s.term
from locked l
cross join access a
left join result t on t.id = l.id
left join users o on o.id = t.owner_id
left join lateral shown_term(t, o.public_name) as s on true
