-- Finds the term with this name, full name and category. Returns one row or none.
select id
from terms
where
  name_key = fold(:name)
  and full_name_key = coalesce(fold(:full_name), '')
  and category_key = coalesce(fold(:category), '')
