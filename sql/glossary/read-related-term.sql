-- Reads a term with its relations, which are null if it never had any, and the number that grows with each change of them.
-- Returns one row or none.
select t.version, s.term, relation_count(t) as relation_count, shown_relations(t) as relations
from terms t
left join users o on o.id = t.owner_id
cross join lateral shown_term(t, o.public_name) as s
where t.id = :id
