-- How many terms an export of each status has: those with a definition.
select
  c.status,
  sum(c.total)::integer
    - (select count(*)::integer from terms t where t.status = c.status and t.definition = '') as total
from term_counts c
group by c.status
