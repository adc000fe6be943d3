-- Finds who proposes what an import of the command line would change: the active user with an email address, in any
-- case, or the first active admin if it is null. Returns one row, or none.
select id, email
from users
where is_active and case when :email::text is null then role = 'admin' else fold(email) = fold(:email) end
order by created_at, id
limit 1
