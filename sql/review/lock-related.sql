-- Makes other changes of a term and of those that it is related to wait until the transaction ends, in the order of their IDs.
-- Returns nothing.
select from terms
where id = :id or id in (select r.other_id from relations_of(:id) as r)
order by id
for no key update
