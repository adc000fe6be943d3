-- Acronyms seen at least :min_occurrences times that were never suggested and are neither the name nor an alias of a
-- term.
-- Returns one row per acronym.
select
  s.acronym,
  (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('full_name', e.full_name, 'sightings', e.sightings)
        order by e.sightings desc, e.full_name
      ),
      '[]'
    )
    from discovery_expansions e
    where e.acronym = s.acronym
  ) as expansions
from discovery_sightings s
where
  not exists (select from discovery_suggestions d where d.acronym = s.acronym)
  and not exists (
    select from term_names n
    where
      n.loose_key = loose(s.acronym) and n.key = fold(s.acronym) -- the first is indexed
      and n.kind <> 'full_name'
  )
group by s.acronym
having sum(s.sightings) >= :min_occurrences
order by s.acronym
