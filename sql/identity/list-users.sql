-- Lists the users whose email address or name contains :q (null: all), sorted by email address, and
-- the number of all. Returns one row per user; a single row with a null id if the page is empty.
with matching as not materialized (
  select *
  from users
  where
    :q::text is null
    or strpos(fold(email), fold(:q)) > 0
    or strpos(fold(display_name), fold(:q)) > 0
)
select
  c.total,
  u.id, u.email, u.display_name, u.messaging_user_id, u.role, u.is_active, u.created_at,
  u.last_login_at
from (select count(*)::integer as total from matching) as c
left join (
  select *
  from matching
  order by fold(email)
  limit :limit offset :offset
) as u on true
order by fold(u.email)
