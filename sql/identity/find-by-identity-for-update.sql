-- Finds the user with a messaging_user_id, otherwise the one with an email address in any case, and locks the
-- row. Returns one row, or none.
select id, email, display_name, messaging_user_id, role, is_active, created_at, last_login_at
from users
where messaging_user_id = :messaging_user_id::text or fold(email) = fold(:email::text)
order by (messaging_user_id = :messaging_user_id) is true desc
limit 1
for update
