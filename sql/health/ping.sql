-- Asks for a sign of life. Returns one row.
select true as alive
