-- Marks a message as failed, with the reason for the admins. Returns nothing.
update outbox_messages
set failed_at = clock_timestamp(), attempts = attempts + 1, error = :error
where id = :id
