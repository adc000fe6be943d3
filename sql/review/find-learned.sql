-- Finds a name that a term probably has. Unless :is_editor, only one that is written like an acronym: any other may be
-- a text that people looked up and meant for nobody. Returns one row, or none if nobody can decide about it any more.
select term_id, name
from learned_aliases
where id = :id and (:is_editor::boolean or is_like_acronym(name))
