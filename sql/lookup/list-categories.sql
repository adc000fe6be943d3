-- Lists all categories by name, in the spelling of their first term. Each step is one index lookup (loose index
-- scan), so the number of terms does not matter.
-- Returns one row per category, at most 100.
with recursive step as (
  (
    select category_key, category, 1 as number
    from terms
    where category_key > ''
    order by category_key, name_key, full_name_key
    limit 1
  )
  union all
  select next.category_key, next.category, step.number + 1
  from step
  cross join lateral (
    select t.category_key, t.category
    from terms t
    where t.category_key > '' and t.category_key > step.category_key
    order by t.category_key, t.name_key, t.full_name_key
    limit 1
  ) as next
  where step.number < 100
)
select category from step order by number
