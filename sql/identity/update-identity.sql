-- Stores the messaging_user_id and the name that the messaging platform has for a user. Returns the user.
update users
set messaging_user_id = :messaging_user_id, display_name = :display_name
where id = :id
returning id, email, display_name, messaging_user_id, role, is_active, created_at, last_login_at
