-- Lists the embed keys and webhooks that the users :ids created, of webhooks the host. Returns one row for each.
select c.user_id, c.kind, c.id, c.name
from (
  select created_by as user_id, 'embed_key' as kind, id, name, created_at from embed_keys
  union all
  select created_by, 'webhook', id, split_part(url, '/', 3), created_at from webhooks
) as c
where c.user_id = any (:ids::uuid[])
order by c.kind, c.created_at
