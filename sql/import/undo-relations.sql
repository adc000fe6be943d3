-- Takes back the relations of an import. Returns the number of terms whose text the import has not changed.
select count(distinct u.id)::integer as reverted
from undo_relations(:import_id, :actor_id) as u (id)
where not exists (
  select from term_history h
  where h.import_id = :import_id and h.term_id = u.id and h.action not in ('related', 'unrelated', 'reverted')
)
