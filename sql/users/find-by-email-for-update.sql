-- The user with an e-mail address, whatever its case, kept from others until the end of the
-- transaction. Gives one row, or none.
select id, email, display_name, messaging_user_id, role, is_active, created_at, last_login_at
from users
where fold(email) = fold(:email)
for update
