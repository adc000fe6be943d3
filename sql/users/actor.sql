-- Who a session speaks for, if still welcome. Returns one row, or none.
select id, role from users where id = :id and is_active
