-- Replaces at most :most rows of glossary_changes by one with their sum, so that the sum of all stays the same. Other
-- processes that do this at the same time take different rows. Returns one row with the number of rows that were
-- replaced.
with taken as (
  select ctid from glossary_changes limit :most for update skip locked
),
deleted as (
  delete from glossary_changes c using taken t where c.ctid = t.ctid
  returning c.number
),
folded as (
  insert into glossary_changes (number)
  select sum(number) from deleted having count(*) > 0
)
select count(*)::integer as deleted from deleted
