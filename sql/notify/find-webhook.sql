-- Finds a webhook. Returns one row, or none.
select
  w.id, w.url, w.events, w.created_at, w.disabled_at, person(u) as created_by
from webhooks w
join users u on u.id = w.created_by
where w.id = :id
