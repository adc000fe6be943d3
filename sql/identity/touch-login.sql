-- Records the time of a login. Returns the user, with the generation of their sessions.
update users
set last_login_at = now()
where id = :id
returning
  id, email, display_name, messaging_user_id, role, is_active, created_at, last_login_at, session_generation
