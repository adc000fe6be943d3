-- Gives at most :most terms of the category :from, those after the ID :after, the category :to, with a history entry
-- and an audit event each. Terms whose category is spelled so already do not change. Neither do they count as
-- confirmed. Returns one row: the last of their IDs, null if there are no more; how many changed; and how one of these
-- spelled it.
with locked as (
  select id, category
  from terms
  where category_key = fold(:from) and id > :after
  order by id
  limit :most
  for no key update
),
renamed as (
  update terms t
  set category = :to, version = t.version + 1, updated_at = now()
  from locked l
  where t.id = l.id and l.category <> :to
  returning
    t.id, t.name, t.version,
    jsonb_build_object('category', jsonb_build_object('from', l.category, 'to', t.category)) as changes
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id)
  select id, version, 'updated', changes, :actor_id from renamed
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'term.updated', 'term', id,
    jsonb_build_object('name', name, 'version', version, 'changes', changes, 'part_of', 'category.renamed')
  from renamed
)
select
  (select id from locked order by id desc limit 1) as last_id,
  (select count(*)::integer from renamed) as changed,
  (select min(l.category) from renamed r join locked l using (id)) as spelling
