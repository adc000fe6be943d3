-- Makes all other changes of a term wait until the transaction ends. A statement that deletes votes
-- comes after this one, not with it: only then does it see the votes cast while it waited.
-- Returns one row, or none.
select id from terms where id = :id for no key update
