-- Lists the first characters of all names, in the order of the list. All that sort before "a" (digits,
-- punctuation) count as one. Each step is one index lookup (loose index scan), so the number of terms does not
-- matter.
-- Returns one row per initial, at most 60.
with recursive step as (
  (select left(name_key, 1) as initial, 1 as number from terms order by name_key limit 1)
  union all
  select next.initial, step.number + 1
  from step
  cross join lateral (
    select left(t.name_key, 1) as initial
    from terms t
    where
      t.name_key >= case when step.initial < 'a' then 'a' else step.initial || chr(1114111) end
    order by t.name_key
    limit 1
  ) as next
  where step.number < 60
)
select initial from step order by number
