-- Deletes at most :most rows of a table that nobody needs any more. Returns one row with their number.
select delete_old(:table_name, :most) as deleted
