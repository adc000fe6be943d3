-- Lists the embed keys and webhooks that the users :ids created, of webhooks the host: of each user the first :limit.
-- Returns one row for each, with the number of all of the user.
select c.user_id, c.kind, c.id, c.name, c.total
from (
  select
    user_id, kind, id, name, created_at,
    count(*) over (partition by user_id)::integer as total,
    row_number() over (partition by user_id order by kind, created_at, id) as place
  from (
    select created_by as user_id, 'embed_key' as kind, id, name, created_at from embed_keys
    union all
    select created_by, 'webhook', id, split_part(url, '/', 3), created_at from webhooks
  ) as created
  where user_id = any (:ids::uuid[])
) as c
where c.place <= :limit
order by c.kind, c.created_at, c.id
