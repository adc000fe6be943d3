-- Makes other changes of the terms with :ids wait until the transaction ends, in the order of their IDs. Returns
-- nothing.
select from terms where id = any (:ids::uuid[]) order by id for update
