-- Makes other changes of two terms, and of those that the first is related to, wait until the transaction ends. In the order of their
-- IDs, so that two merges of the same terms cannot deadlock. Returns nothing.
select from terms
where id in (:id, :into) or id in (select r.other_id from relations_of(:id) as r)
order by id
for update
