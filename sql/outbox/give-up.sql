-- Returns a message up, with the reason for the admins. Gives nothing.
update outbox_messages
set failed_at = clock_timestamp(), attempts = attempts + 1, error = :error
where id = :id
