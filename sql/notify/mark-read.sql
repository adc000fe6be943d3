-- Marks the entries of a person with :ids as read, or all if :ids is null. Returns nothing.
update inbox_entries
set read_at = now()
where user_id = :user_id and read_at is null and (:ids::uuid[] is null or id = any (:ids::uuid[]))
