-- Finds an active user. Returns one row, or none.
select id, role, session_generation from users where id = :id and is_active
