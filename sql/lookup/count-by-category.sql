-- Counts the terms of each category, except suggestions, whose definition is still to be written. Categories that
-- differ only in case are one, in the spelling of their first term.
-- Returns one row per category, the largest first, at most :limit.
select first.category, counted.count
from (
  select category_key, count(*)::integer as count
  from terms
  where category_key > '' and status in ('pending', 'community', 'official')
  group by category_key
  order by count(*) desc, category_key
  limit :limit
) as counted
cross join lateral (
  select category
  from terms t
  where t.category_key = counted.category_key and t.status <> 'suggested'
  order by t.name_key, t.full_name_key
  limit 1
) as first
order by counted.count desc, counted.category_key
