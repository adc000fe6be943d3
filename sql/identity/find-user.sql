-- Finds a user. Returns one row or none.
select
  id, email, display_name, public_name, messaging_user_id, role, is_active, created_at,
  last_login_at
from users
where id = :id
