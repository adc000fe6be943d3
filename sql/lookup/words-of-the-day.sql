-- Two community or official terms for a day, which :day numbers: the same for everyone. They are chosen among a
-- thousand, those with the first IDs, whose order is random. Returns one row per term, the word of the day first; fewer
-- if there are no two such terms.
select s.term
from (
  select id, hashtextextended(id::text, :day::bigint) as place
  from (
    select id from terms where status in ('community', 'official') order by id limit 1000
  ) as sample
  order by place
  limit 2
) as t
join shown_terms s on s.id = t.id
order by t.place
