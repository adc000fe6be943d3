-- Locks the terms with :ids until the transaction ends, in the order of their IDs, in which all lock who change
-- several: so they cannot deadlock. Returns nothing.
select from terms where id = any (:ids::uuid[]) order by id for no key update
