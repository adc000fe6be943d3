-- Makes other changes of a term wait until the transaction ends. A statement that deletes votes runs after this
-- one, because only a new statement sees the votes cast while this one waited for the lock.
-- Returns one row or none.
select id from terms where id = :id for no key update
