-- Removes the requests for the names of a term: its name, aliases and full name. Returns one row per user who wanted to be
-- told, with the name as they typed it.
with taken as (
  delete from wanted_requests r
  using term_names n
  where n.term_id = :term_id and r.name_key = n.loose_key
  returning r.user_id, r.name
)
select user_id, min(name) as name from taken group by user_id
