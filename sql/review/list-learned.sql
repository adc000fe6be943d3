-- Lists the names that a term probably has, those that most people used first; unless :is_editor, only those that are
-- written like an acronym. Returns one row per name, at most 3.
select id, name, people
from learned_aliases
where term_id = :term_id and (:is_editor::boolean or is_like_acronym(name))
order by people desc, since, id
limit 3
