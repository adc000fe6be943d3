-- Stores that a user wants to be told when a name has been added, unless a term has it. Returns one row: the ID of a term
-- that has the name, or null.
with existing as (
  select term_id from term_names where loose_key = loose(:name) order by term_id limit 1
),
stored as (
  insert into wanted_requests (name_key, user_id, name)
  select loose(:name), :user_id, :name
  where not exists (select from existing)
  on conflict do nothing
)
select (select term_id from existing) as existing_id
