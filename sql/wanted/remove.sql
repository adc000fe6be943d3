-- Removes a name that was looked up, with the requests to be told about it. Returns one row per week, or none.
with requests as (
  delete from wanted_requests where name_key = loose(:name)
)
delete from wanted_names where name_key = loose(:name) returning week
