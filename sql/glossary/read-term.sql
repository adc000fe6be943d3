-- Reads a term. Returns one row or none.
select s.term
from terms t
left join users o on o.id = t.owner_id
cross join lateral related_term(t, o.public_name) as s
where t.id = :id
