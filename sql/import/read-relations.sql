-- Reads the relations that the terms with :ids say themselves. Returns one row per relation, with what a file calls the other term.
select t.id, r.kind, r.other_id, called(o) as called
from terms t
cross join lateral relations_of(t.id) as r
join terms o on o.id = r.other_id
where t.id = any (:ids::uuid[]) and t.relation_changes > 0 and r.kind in ('broader', 'differs_from', 'replaced_by')
order by t.id, r.kind, o.name_key
