-- Postpones a message after a failed attempt. Returns nothing.
update outbox_messages
set
  attempts = attempts + 1,
  next_attempt_at = clock_timestamp() + make_interval(secs => :seconds::double precision),
  error = :error
where id = :id
