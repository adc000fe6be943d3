-- Removes a name that people looked up, with the requests to be told about it. Returns its ID, or no row.
with removed as (
  delete from wanted_names where id = :id returning id, name_key
),
requests as (
  delete from wanted_requests r using removed n where r.name_key = n.name_key
)
select id from removed
