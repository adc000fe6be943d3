-- Checks that the database responds. Returns one row.
select true as alive
