-- Finds a webhook. Returns one row, or none.
select id, url, events, created_at from webhooks where id = :id
