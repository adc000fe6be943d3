-- Finds a webhook. Returns one row, or none.
select
  w.id, w.url, w.events, w.created_at, w.disabled_at, u.id as creator_id, u.public_name as creator_name
from webhooks w
join users u on u.id = w.created_by
where w.id = :id
