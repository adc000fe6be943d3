-- Takes back that a user wants to be told when a name has been added. Returns nothing.
delete from wanted_requests where name_key = loose(:name) and user_id = :user_id
