-- Finds the names in :names of which a user wants to be told when a term with them has been added. Returns a row per
-- name.
select n.name
from unnest(:names::text[]) as n (name)
where exists (
  select from wanted_requests r where r.name_key = loose(n.name) and r.user_id = :user_id
)
