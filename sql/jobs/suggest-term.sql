-- Adds a suggested term, which has no definition yet, with its first history entry and audit event, and records the
-- suggestion. Returns its ID, or no row if the name has become the name or an alias of a term in the meantime, or was
-- dismissed with this full name.
with created as (
  insert into terms (name, full_name, definition, status, source)
  select :acronym, :full_name, '', 'suggested', 'discovery'
  where not exists (
    select from term_names n
    where
      n.loose_key = loose(:acronym) and n.key = fold(:acronym) -- the first is indexed
      and n.kind <> 'full_name'
  )
  and not exists (
    select from dismissed_suggestions d
    where d.name_key = fold(:acronym) and d.full_name_key = coalesce(fold(:full_name), '')
  )
  on conflict on constraint terms_meaning_key do nothing
  returning id, name, full_name, version, status
),
suggestion as (
  insert into discovery_suggestions (acronym, term_id)
  select :acronym, c.id from created c
),
history as (
  insert into term_history (term_id, version, action, changes)
  select
    c.id, c.version, 'created',
    (
      select jsonb_object_agg(f.field, jsonb_build_object('from', null, 'to', f.value))
      from (values
        ('name', c.name), ('full_name', c.full_name), ('status', c.status)
      ) as f (field, value)
      where f.value is not null
    )
  from created c
),
audit as (
  insert into audit_events (action, target_type, target_id, payload)
  select
    'term.created', 'term', c.id, jsonb_build_object('name', c.name, 'source', 'discovery')
  from created c
)
select id from created
