-- Stores the language that a user has chosen, or null for none. Returns the user.
update users set language = :language where id = :id
returning id, email, display_name, messaging_user_id, role, is_active, created_at, last_login_at, language
