-- Finds the user with an email address, in any case. Returns one row, or none.
select id from users where fold(email) = fold(:email)
