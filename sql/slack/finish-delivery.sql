-- Marks a delivery as handled and deletes its content; :error is set if it failed. Returns nothing.
update slack_deliveries
set handled_at = clock_timestamp(), payload = null, error = :error
where id = :id
