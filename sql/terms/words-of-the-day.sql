-- Two community or official terms for a day, which :day numbers: the same for everyone.
-- Returns one row per term, the word of the day first; fewer if there are no two such terms.
select s.term
from (
  select id, hashtextextended(id::text, :day::bigint) as place
  from terms
  where status in ('community', 'official')
  order by place
  limit 2
) as t
join shown_terms s on s.id = t.id
order by t.place
