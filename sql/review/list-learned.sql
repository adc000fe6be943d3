-- Lists the names that a term probably has, those that most people used first. Returns one row per name, at most 3.
select id, name, people
from learned_aliases
where term_id = :term_id
order by people desc, since, id
limit 3
