-- Acronyms seen at least :min_occurrences times that were never suggested and are neither the name nor an alias of a
-- term.
-- Returns one row per acronym.
select
  s.acronym,
  sum(s.sightings)::integer as sightings,
  (
    select jsonb_agg(c.name order by o.sightings desc, c.name)
    from discovery_sightings o
    join discovery_channels c on c.id = o.channel_id
    where o.acronym = s.acronym
  ) as channels,
  (
    select count(distinct a)::integer
    from discovery_sightings o, unnest(o.authors) as a
    where o.acronym = s.acronym
  ) as authors,
  min(s.first_seen_at) as first_seen_at,
  max(s.last_seen_at) as last_seen_at,
  (
    select coalesce(jsonb_agg(p.example), '[]')
    from (
      select x.example
      from discovery_sightings o, unnest(o.examples) with ordinality as x (example, place)
      where o.acronym = s.acronym
      order by x.place, o.last_seen_at desc
      limit 3
    ) as p
  ) as permalinks,
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
