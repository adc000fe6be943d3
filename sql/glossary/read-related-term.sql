-- Reads a term with its relations, which are null if it has none, and whether it ever had any. Returns one row or none.
select
  t.version, s.term, r.relations,
  r.relations is not null
  or exists (select from term_history h where h.term_id = t.id and h.action = 'related') as had_relations
from terms t
left join users o on o.id = t.owner_id
cross join lateral shown_term(t, o.public_name) as s
cross join lateral shown_relations(t.id) as r
where t.id = :id
