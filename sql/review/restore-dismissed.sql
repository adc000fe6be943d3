-- Brings a dismissed suggestion back, with its ID and a new version.
-- Returns the term, which is null if its ID or its meaning has been added since, with what makes its meaning; or no row if the
-- suggestion is not dismissed.
with dismissed as (
  delete from dismissed_suggestions where id = :id returning *
),
restored as (
  select t as term, t.*
  from add_terms(
    (select jsonb_agg(to_jsonb(d) || jsonb_build_object('status', 'suggested', 'version', d.version + 1)) from dismissed d),
    :actor_id,
    changes => '{"status": {"from": null, "to": "suggested"}}'
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
