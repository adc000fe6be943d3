-- All categories by name, each as its first term spells it. Each is one look into the index, however
-- many terms there are.
-- It says twice that there is a category: the index knows no others.
-- Returns one row per category, a hundred at most.
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
