-- Makes other changes of a term, and of those that it is related to, wait until the transaction ends. Returns nothing.
select from lock_related(:id)
