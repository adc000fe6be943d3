-- Reads the user who reads a page, with the number of unread inbox entries, of which at most 100 are counted.
-- Returns one row or none.
select
  u.id, u.email, u.display_name, u.role,
  (
    select count(*)::integer
    from (select from inbox_entries where user_id = u.id and read_at is null limit 100) as unread
  ) as unread
from users u
where u.id = :id
