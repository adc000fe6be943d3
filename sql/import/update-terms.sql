-- Changes terms, with a history entry each. :terms is a JSON array of terms with their "changes"; "version" is the one
-- that they are based on. A term with another version does not change. Confirmations stay as they were.
-- Returns the number of terms changed.
with input as (
  select *
  from jsonb_to_recordset(:terms::jsonb) as t (
    id uuid, version integer, name text, full_name text, definition text, category text, aliases jsonb,
    status text, changes jsonb
  )
),
locked as (
  select t.id
  from terms t
  join input i on i.id = t.id and i.version = t.version
  order by t.id
  for no key update of t
),
revised as (
  update terms t
  set
    name = i.name, full_name = i.full_name, definition = i.definition, category = i.category,
    aliases = i.aliases, status = i.status, version = t.version + 1, updated_at = now()
  from input i
  join locked l on l.id = i.id
  where t.id = i.id
  returning t.id, t.version, i.changes
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id, import_id)
  select
    r.id, r.version,
    case when r.changes - 'status' = '{}' then 'status_changed' else 'updated' end,
    r.changes, :actor_id::uuid, :import_id::uuid
  from revised r
)
select count(*)::integer as stored from revised
