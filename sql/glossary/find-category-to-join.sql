-- Finds the category that :from would be joined with if it were called :to. Case does not count.
-- Returns one row: how it is spelled, and how many terms both have. No row if it would only be called something else.
select
  min(category) filter (where category_key = fold(:to)) as category,
  count(*) filter (where category_key = fold(:from))::integer as moved,
  count(*) filter (where category_key = fold(:to))::integer as present
from terms
where category_key in (fold(:from), fold(:to)) and fold(:from) <> fold(:to)
having count(distinct category_key) = 2
