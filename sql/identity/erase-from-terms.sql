-- Removes the details of a person (:id) and their names (:names) from at most :most terms, those after the ID :after.
-- Returns one row, the last of their IDs, or none if there are no more terms.
with batch as (
  select id from terms where id > :after order by id limit :most
),
last as (
  select id from batch order by id desc limit 1
)
select id as last, erase_person_from_terms(:id, :names, :after, id) from last
