-- Deletes the entries of all inboxes after 180 days (contract, section 16). Returns nothing.
delete from inbox_entries where created_at < clock_timestamp() - interval '180 days'
