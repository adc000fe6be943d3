-- Asks for a sign of life. Gives one row.
select true as alive
