-- Finds the term of a dispute. Returns one row or none.
select term_id from disputes where id = :id
