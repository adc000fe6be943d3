-- Reads what makes the meaning of a dismissed suggestion. Returns one row or none.
select name, full_name, category from dismissed_suggestions where id = :id
