-- The community or official term of a day, which :day numbers: the same for everyone.
-- Returns one row, or none if there is no such term.
select s.term
from (
  select id from terms
  where status in ('community', 'official')
  order by hashtextextended(id::text, :day::bigint)
  limit 1
) as t
join shown_terms s on s.id = t.id
