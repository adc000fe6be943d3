-- Deletes requests to be told about a name after 90 days. Returns nothing.
delete from wanted_requests where created_at < now() - interval '90 days'
