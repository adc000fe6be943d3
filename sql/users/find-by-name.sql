-- Finds users with a name or an email address, regardless of case; only active ones if :only_active. If there are none, a first
-- name or what stands before the @ is enough.
-- Returns one row per user, at most two.
with named as (
  select id, fold(email) = fold(:name) or fold(public_name) = fold(:name) as is_exact
  from users
  where
    (is_active or not :only_active::boolean)
    and (
      fold(email) = fold(:name)
      or fold(public_name) = fold(:name)
      or starts_with(fold(public_name), fold(:name) || ' ')
      or starts_with(fold(email), fold(:name) || '@')
    )
)
select id
from named
where is_exact or not exists (select from named where is_exact)
limit 2
