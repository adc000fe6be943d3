-- Reads a term. Returns one row or none.
select term from shown_terms where id = :id
