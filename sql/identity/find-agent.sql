-- Finds an agent of a user that is of a client. Returns one row, or none.
select id from agents where client_id = :client_id and user_id = :user_id limit 1
