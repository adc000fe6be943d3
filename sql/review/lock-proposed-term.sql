-- Makes other changes of the term of a proposal wait until the transaction ends, as glossary/lock-term does.
-- Returns the ID of the term, or no row if the proposal does not exist.
select t.id as term_id
from proposals p
join terms t on t.id = p.term_id
where p.id = :id
for no key update of t
