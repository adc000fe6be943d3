-- Returns one row if any embed key may be used on the pages of an origin, or none.
select 1 as found from embed_keys where :origin = any(origins) limit 1
