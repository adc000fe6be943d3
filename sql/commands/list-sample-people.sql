-- Lists the people of the sample glossary. Returns one row for each.
select id, email, role from users
