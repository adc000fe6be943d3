-- Names that begin with :prefix, whatever the case, each once, with the number of all of them.
-- Returns one row per name, a hundred at most.
select min(name) as name, count(*) over ()::integer as total
from terms
where name_key >= fold(:prefix) and name_key < fold(:prefix) || chr(1114111)
group by name_key
order by name_key
limit 100
