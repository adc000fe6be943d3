-- Finds out whether a user wants to be told when a name has been added. Returns one row.
select exists (
  select from wanted_requests where name_key = loose(:name) and user_id = :user_id
) as is_requested
