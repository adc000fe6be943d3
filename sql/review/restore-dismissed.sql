-- Brings a dismissed suggestion back, with its ID and a new version. Returns the term, which is null if its ID or its
-- meaning has been added since, with what makes its meaning; or no row if the suggestion is not dismissed. Whoever
-- owned it does so again, if they are active.
with dismissed as (
  delete from dismissed_suggestions d where d.id = :id
  -- A process of the version before writes no content.
  returning d.id, d.name, d.full_name, d.category, d.owner_id, coalesce(d.content, to_jsonb(d)) as content
),
latest as (
  -- After the dismissal, if a term with the ID was imported and deleted since: then the history says all that there is.
  select max(version) as version from term_history where term_id = :id
),
restored as (
  select t as term, t.*
  from add_terms(
    (
      select jsonb_agg(d.content || jsonb_build_object(
        'id', d.id, 'name', d.name, 'aliases', written_aliases(d.content -> 'aliases'), 'status', 'suggested',
        'version', greatest((d.content ->> 'version')::integer, l.version) + 1,
        'owner_id', (select o from lock_active_user(d.owner_id) as o)
      ))
      from dismissed d
      cross join latest l
    ),
    :actor_id,
    changes => (
      select '{"status": {"from": null, "to": "suggested"}}'::jsonb
      from dismissed d
      cross join latest l
      where l.version > (d.content ->> 'version')::integer is not true
    )
  ) as t
),
suggestion as (
  insert into discovery_suggestions (acronym, term_id)
  select name, id from restored where source = 'discovery'
  on conflict do nothing
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'term.restored', 'term', id,
    jsonb_build_object('name', name, 'full_name', full_name)
  from restored
)
select d.name, d.full_name, d.category, s.term
from dismissed d
left join restored r on true
left join users o on o.id = r.owner_id
left join lateral related_term(r.term, o.public_name) as s on true
