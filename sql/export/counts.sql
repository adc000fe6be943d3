-- Counts what an export of each status has: the terms with a definition, of one category if :in_category is not null.
-- Returns one row per status.
select
  c.status,
  sum(c.total)::integer
    - (select count(*)::integer from terms t where t.status = c.status and t.definition = '') as total
from term_counts c
where :in_category::text is null
group by c.status
union all
select t.status, count(*)::integer
from terms t
where t.category_key = fold(:in_category) and t.definition <> ''
group by t.status
