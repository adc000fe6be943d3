-- Adds a term with its first history entry and audit event, unless its name has :max_meanings. :content is a JSON
-- object. Returns whether the name had that many, with the term, which is null if it was not added: then the name has
-- too many meanings, or the meaning already exists.
with name as (
  -- Locks the row of the name, so that the number stays right until the end of the transaction.
  insert into name_meanings (loose_key, meanings)
  values (loose(:content::jsonb ->> 'name'), 0)
  on conflict (loose_key) do update set meanings = name_meanings.meanings
  returning meanings >= :max_meanings as is_full
),
draft as (
  select
    :content::jsonb
    || jsonb_build_object('status', 'pending', 'source', :source::text, 'owner_id', :actor_id::uuid) as term
  from name
  where not is_full
),
created as (
  select t as term, t.* from add_terms((select jsonb_agg(term) from draft), :actor_id) as t
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
left join created c on true
left join users o on o.id = c.owner_id
left join lateral related_term(c.term, o.public_name) as s on true
