-- Reads a term. Returns one row or none.
select version, term from shown_terms where id = :id
