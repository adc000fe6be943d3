-- Finds active users with a name or an email address, regardless of case.
-- Returns one row per user, at most two.
select id
from users
where is_active and (fold(email) = fold(:name) or fold(public_name) = fold(:name))
limit 2
