-- Remembers that a name is none of a term, or forgets it again if :is_refused is false. Returns the row, or none if
-- that is so already.
update learned_names
set refused_at = case when :is_refused::boolean then now() end
where id = :id and (refused_at is not null) <> :is_refused::boolean
returning term_id
