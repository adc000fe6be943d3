-- Stores that a user wants to be told when a name has been added, unless a term has it. The transaction must be short.
-- Returns one row: the ID of a term that has the name, or null.
select request_wanted(:name, :user_id) as existing_id
