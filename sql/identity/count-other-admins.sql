-- Counts the active admins other than one user. Whoever was invited and has never been here is none yet: the address
-- may be wrong. Returns one row.
select count(*)::integer as total
from users
where
  role = 'admin' and is_active and id <> :id
  and coalesce(last_login_at::text, messaging_user_id, display_name) is not null
