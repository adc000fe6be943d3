-- Finds the term that a term was merged into. Returns one row or none.
select into_id from merged_terms where id = :id
