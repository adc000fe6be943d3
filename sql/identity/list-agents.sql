-- Lists a user's agents, or all agents if :user_id is null, newest first, and the number of all. Agents whose
-- tokens have expired are left out. Returns one row per agent; a single row with a null id if the page is empty.
select
  c.total, a.id, a.name, a.client_id, array['read'] as scopes, a.created_at, a.last_used_at, a.expires_at,
  person(u) as owner
from (
  select count(*)::integer as total
  from agents
  where (:user_id::uuid is null or user_id = :user_id) and expires_at > now()
) as c
left join (
  select *
  from agents
  where (:user_id::uuid is null or user_id = :user_id) and expires_at > now()
  order by created_at desc, id
  limit :limit offset :offset
) as a on true
left join users u on u.id = a.user_id
order by a.created_at desc, a.id
