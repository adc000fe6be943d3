-- Replaces the rows of glossary_changes by one with their sum, which stays the same. Other processes that do this at
-- the same time take different rows. Returns nothing.
with taken as (
  select ctid from glossary_changes for update skip locked
),
removed as (
  delete from glossary_changes c using taken t where c.ctid = t.ctid
  returning c.number
)
insert into glossary_changes (number)
select sum(number) from removed having count(*) > 0
