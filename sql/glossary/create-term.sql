-- Adds a term with its first history entry and audit event, unless its name has :max_meanings.
-- Returns whether the name had that many, with the term, which is null if it was not added: then the name has
-- too many meanings, or the meaning already exists.
with name as (
  -- Locks the row of the name, so that the number stays right until the end of the transaction.
  insert into name_meanings (loose_key, meanings)
  values (loose(:name), 0)
  on conflict (loose_key) do update set meanings = name_meanings.meanings
  returning meanings >= :max_meanings as is_full
),
created as (
  insert into terms (name, full_name, definition, category, aliases, status, source, owner_id)
  select
    :name, :full_name, :definition, :category, :aliases::jsonb, 'pending', :source, :actor_id
  from name
  where not is_full
  on conflict on constraint terms_meaning_key do nothing
  returning *
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id)
  select
    c.id, c.version, 'created',
    (
      select jsonb_object_agg(f.field, jsonb_build_object('from', null, 'to', f.value))
      from (values
        ('name', to_jsonb(c.name)), ('full_name', to_jsonb(c.full_name)),
        ('definition', to_jsonb(c.definition)), ('category', to_jsonb(c.category)),
        ('aliases', nullif(c.aliases, '[]')), ('status', to_jsonb(c.status))
      ) as f (field, value)
      where f.value is not null
    ),
    :actor_id
  from created c
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select :actor_id, 'term.created', 'term', c.id, jsonb_build_object('name', c.name)
  from created c
)
select
  n.is_full,
  s.term
from name n
left join created t on true
left join users o on o.id = t.owner_id
left join lateral shown_term(t, o.public_name) as s on true
