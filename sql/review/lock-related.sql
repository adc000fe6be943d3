-- Makes other changes of the terms with :ids, and of those that they are related to, wait until the transaction ends. Returns nothing.
select from lock_related(variadic :ids::uuid[])
