-- Plans the next attempt to send a message or an event for a webhook in :seconds, after one that failed with :error.
-- Returns nothing.
update outbox_messages
set
  attempts = attempts + 1,
  next_attempt_at = clock_timestamp() + make_interval(secs => :seconds::double precision),
  error = :error
where id = :id
