-- Counts the active admins other than one user. Returns one row.
select count(*)::integer as total
from users
where role = 'admin' and is_active and id <> :id
