-- Makes whoever would delete the terms with :ids wait until the transaction ends, and nobody else. In the order of
-- their IDs. Returns nothing.
select from terms where id = any (:ids::uuid[]) order by id for key share
