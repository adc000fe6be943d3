-- Makes other changes of two terms, and of those that they are related to, wait until the transaction ends. Returns nothing.
select from lock_related(:id, :into)
