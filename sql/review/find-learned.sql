-- Finds a name that a term probably has, and locks the term. Returns one row, or none if nobody can decide about it any more.
with locked as (
  select t.id
  from learned_names l
  join terms t on t.id = l.term_id
  where l.id = :id
  for update of t
)
select a.term_id, a.name from learned_aliases a join locked on locked.id = a.term_id where a.id = :id
