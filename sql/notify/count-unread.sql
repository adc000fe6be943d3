-- Counts the entries that a person has not read. Returns one row.
select count(*)::integer as unread from inbox_entries where user_id = :user_id and read_at is null
