-- Finds all meanings of :names, ignoring case, sorted by name; the most trusted meaning comes first.
-- Returns one row per term, at most :limit. Subselects hide values from the planner, so that it keeps its plan.
select s.term
from terms t
join shown_terms s on s.id = t.id
where t.name_key in (select fold(n.name) from unnest((select :names::text[])) as n (name))
order by
  t.name_key,
  trust(t.status),
  t.vote_count desc, t.full_name_key, t.category_key
limit (select :limit::integer)
