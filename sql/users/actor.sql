-- Finds the active user of a session. Returns one row, or none.
select id, role from users where id = :id and is_active
