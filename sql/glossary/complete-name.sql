-- Finds names that start with :prefix, ignoring case, with the number of all that match.
-- Returns one row per name, at most 100.
select min(name) as name, count(*) over ()::integer as total
from terms
where name_key >= fold(:prefix) and name_key < fold(:prefix) || chr(1114111)
group by name_key
order by name_key
limit 100
