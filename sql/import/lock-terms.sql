-- Locks the terms with :ids until the transaction ends, in the order of their IDs. Returns the number of terms locked.
select count(*)::integer as locked
from (select id from terms where id = any (:ids::uuid[]) order by id for no key update) as t
