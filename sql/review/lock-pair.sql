-- Makes other changes of two terms wait until the transaction ends. In the order of their IDs, so that two merges of the
-- same terms cannot deadlock. Returns nothing.
select from terms where id in (:id, :into) order by id for update
