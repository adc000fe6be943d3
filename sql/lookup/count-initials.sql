-- The initials of the names that match the filter, in the order of the list. All characters before "a"
-- (digits, punctuation) count as one initial. Each step looks up the first name after the previous initial,
-- so that the names in between are not read.
-- Returns one row per initial, 60 at most.
with recursive matches as not materialized (
  select name_key
  from terms
  where
    (:status::text is null or status = :status)
    and (:category::text is null or category_key = fold(:category))
    and (:stale::boolean is null or is_stale = :stale)
    and (:owner_id::uuid is null or owner_id = :owner_id)
    and (:is_ownerless::boolean is null or owner_id is null)
),
step as (
  (select left(name_key, 1) as initial, 1 as number from matches order by name_key limit 1)
  union all
  select next.initial, step.number + 1
  from step
  cross join lateral (
    select left(m.name_key, 1) as initial
    from matches m
    where
      m.name_key >= case when step.initial < 'a' then 'a' else step.initial || chr(1114111) end
    order by m.name_key
    limit 1
  ) as next
  where step.number < 60
)
select initial from step order by number
