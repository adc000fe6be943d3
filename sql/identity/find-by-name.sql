-- Finds users with a name or an email address, regardless of case; only active ones if :only_active. If there are none,
-- a first name or what stands before the @ is enough. Returns one row per user, at most :limit, sorted by email
-- address.
with named as (
  select id, email, display_name, fold(email) = fold(:name) or fold(public_name) = fold(:name) as is_exact
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
select id, email, display_name
from named
where is_exact or not exists (select from named where is_exact)
order by email
limit :limit
