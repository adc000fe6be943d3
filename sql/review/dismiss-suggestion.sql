-- Removes a term that is suggested, and remembers it. If it is as discovery suggested it, discovery may suggest its
-- acronym with another full name.
-- Returns the status of the term, or no row if it does not exist.
with locked as (
  select id, status from terms where id = :id for update
),
removed as (
  delete from terms t
  using locked l
  where t.id = l.id and l.status = 'suggested'
  returning t as term, t.*
),
dismissed as (
  insert into dismissed_suggestions (id, name, content, dismissed_by)
  select
    id, name,
    term_content(term) - '{name,status}'::text[] || jsonb_build_object(
      'version', version, 'owner_id', owner_id, 'last_confirmed_at', last_confirmed_at, 'source', source,
      'created_at', created_at
    ),
    :actor_id
  from removed
  -- An import can add a term with the ID of a dismissed one.
  on conflict (id) do update
  set (name, content, dismissed_by, dismissed_at)
    = (excluded.name, excluded.content, excluded.dismissed_by, excluded.dismissed_at)
),
forgotten as (
  delete from discovery_suggestions d
  using removed r
  where d.term_id = r.id and r.version = 1
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'term.dismissed', 'term', r.id,
    term_content(r.term) - '{aliases,links,status}'::text[]
  from removed r
)
select status from locked
