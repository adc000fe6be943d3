-- Marks a message as delivered. Returns nothing.
update outbox_messages
set delivered_at = clock_timestamp(), attempts = attempts + 1, error = null
where id = :id
