-- Reads the language that a user has chosen. Returns one row, or none.
select language from users where id = :id
