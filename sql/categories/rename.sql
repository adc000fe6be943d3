-- Gives the terms of the category :from the category :to, with a history entry and an audit event each, and stores one event for
-- the whole. Terms whose category is spelled so already do not change. Neither do they count as confirmed.
-- Returns one row: the number of terms in the category, and of those that changed.
with locked as (
  select id, category from terms where category_key = fold(:from) order by id for no key update
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
    jsonb_build_object('name', name, 'version', version, 'changes', changes)
  from renamed
  union all
  select
    :actor_id, 'category.renamed', 'category', null,
    jsonb_build_object('from', min(l.category), 'to', :to, 'terms', count(*))
  from renamed r
  join locked l using (id)
  having count(*) > 0
)
select
  (select count(*)::integer from locked) as total,
  (select count(*)::integer from renamed) as changed
