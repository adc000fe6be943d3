-- Finds a user by messaging_user_id. Returns one row, or none.
select id, email, display_name, messaging_user_id, role, is_active, created_at, last_login_at
from users
where messaging_user_id = :messaging_user_id
