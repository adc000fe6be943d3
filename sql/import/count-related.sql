-- Counts those of the terms with :ids of which an import has changed nothing but relations. Returns their number.
select count(*)::integer as total
from unnest(:ids::uuid[]) as i (id)
where not exists (
  select from term_history h
  where
    h.import_id = :import_id::uuid and h.term_id = i.id
    and h.action not in ('related', 'unrelated', 'reverted', 'translated', 'translation_removed')
)
