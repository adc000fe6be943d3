-- Suggestions that nobody has explained, those first that most people used, as in the review queue: at most :limit of
-- five hundred. Returns one row per term, with the number of people.
select s.term, p.people
from (
  select t.id, t.created_at, count(distinct a)::integer as people
  from (select id, created_at from terms where status = 'suggested' and definition = '' limit 500) as t
  left join discovery_suggestions d on d.term_id = t.id
  left join discovery_sightings e on e.acronym = d.acronym
  left join lateral unnest(e.authors) as a on true
  group by t.id, t.created_at
  order by people desc, t.created_at, t.id
  limit :limit
) as p
join shown_terms s on s.id = p.id
order by p.people desc, p.created_at, p.id
