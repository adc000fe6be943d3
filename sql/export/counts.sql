-- Counts what an export of each status has: the terms with a definition. Returns one row per status.
select
  c.status,
  sum(c.total)::integer
    - (select count(*)::integer from terms t where t.status = c.status and t.definition = '') as total
from term_counts c
group by c.status
