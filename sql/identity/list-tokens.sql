-- Lists a user's API tokens, newest first, and the number of all.
-- Returns one row per token; a single row with a null id if the page is empty.
select c.total, k.id, k.name, k.scopes, k.user_id, k.created_at, k.last_used_at, k.expires_at
from (
  select count(*)::integer as total from api_tokens where user_id = :user_id
) as c
left join (
  select *
  from api_tokens
  where user_id = :user_id
  order by created_at desc, id
  limit :limit offset :offset
) as k on true
order by k.created_at desc, k.id
