-- Counts the terms of each category, except suggestions, whose definition is still to be written. Categories that
-- differ only in case are one, in the spelling of their first term.
-- Returns one row per category, the largest first, at most :limit.
select (array_agg(category order by name_key, full_name_key))[1] as category, count(*)::integer as count
from terms
where category_key > '' and status <> 'suggested'
group by category_key
order by count(*) desc, category_key
limit :limit
