-- Deletes at most :most follows of terms that do not exist any more. Returns one row with their number.
with deleted as (
  delete from term_follows
  where (term_id, user_id) in (
    select f.term_id, f.user_id
    from term_follows f
    where not exists (select from terms t where t.id = f.term_id)
    limit :most
  )
  returning 1
)
select count(*)::integer as deleted from deleted
