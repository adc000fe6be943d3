-- Deletes at most :most audit events that are older than :days. Returns one row with their number.
select delete_old_audit_events(:days, :most) as deleted
