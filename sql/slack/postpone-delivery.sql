-- Postpones a delivery after a failed attempt. Returns nothing.
update slack_deliveries
set
  attempts = attempts + 1,
  next_attempt_at = clock_timestamp() + make_interval(secs => :seconds::double precision),
  error = :error
where id = :id and handled_at is null
