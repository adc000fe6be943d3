-- Removes the details of a person (:id) from the definitions of at most :most terms, those after the ID :after. Returns one row, the
-- last of their IDs, or none if there are no more terms.
with batch as (
  select id from terms where id > :after order by id limit :most
),
erased as (
  update terms t
  set definition = regexp_replace(t.definition, p.details, '…', 'gi')
  from batch b, traces_of(:id) p
  where t.id = b.id and lower(t.definition) like any (p.signs)
)
select id as last from batch order by id desc limit 1
