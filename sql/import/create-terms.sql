-- Adds terms, with a history entry each. :terms is a JSON array of terms with their "changes". A term whose ID or
-- meaning exists is not added. A term that was deleted goes on with its next version, because its history stays.
-- Returns the number of terms added.
with input as (
  select *
  from jsonb_to_recordset(:terms::jsonb) as t (
    id uuid, name text, full_name text, definition text, category text, aliases jsonb, status text,
    changes jsonb
  )
),
created as (
  insert into terms (id, version, name, full_name, definition, category, aliases, status, source)
  select
    i.id, coalesce((select max(h.version) from term_history h where h.term_id = i.id), 0) + 1,
    i.name, i.full_name, i.definition, i.category, i.aliases, i.status, 'import'
  from input i
  on conflict do nothing
  returning id, version
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id, import_id)
  select c.id, c.version, 'created', i.changes, :actor_id::uuid, :import_id::uuid
  from created c
  join input i on i.id = c.id
)
select count(*)::integer as stored from created
