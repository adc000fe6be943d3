-- Whether an active user is an admin. Returns one row.
select exists (select from users where role = 'admin' and is_active) as has_admin
