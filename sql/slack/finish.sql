-- Ends a delivery, well or (:error) badly; its content goes. Returns nothing.
update slack_deliveries
set handled_at = clock_timestamp(), payload = null, error = :error
where id = :id
