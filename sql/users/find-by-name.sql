-- Finds users with a name or an email address, regardless of case; only active ones if :only_active.
-- Returns one row per user, at most two.
select id
from users
where (is_active or not :only_active::boolean) and (fold(email) = fold(:name) or fold(public_name) = fold(:name))
limit 2
