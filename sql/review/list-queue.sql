-- Lists what waits for a decision of :actor_id, by kind in the order of :kinds, then the oldest first, suggestions by
-- the number of people who used them: everything for editors, but stale terms with an owner only after :owner_days;
-- otherwise what concerns the caller's own terms. Only :kinds are read. :kind, :category, :term_id and :other_id may be
-- null; the latter two limit the list to items about these terms. :wanted tells whether lookups that found nothing are
-- shown: how many people looked up a suggested name in one week, if three or more did. Translations into :languages are
-- listed if the caller may edit their terms; :edits_protected tells whether that is so for protected ones. Returns
-- one row per item of the page, with the number of items of each kind in :category, or a single row with a null kind if
-- the page is empty.
with
-- Inlined where it is used, so that each kind is found by its own index.
readable as not materialized (
  select * from terms
  where
    (:is_editor::boolean or owner_id = :actor_id)
    and (:term_id::uuid is null or id = :term_id)
    and (:category::text is null or category_key = fold(:category))
),
-- Whether only some terms are readable.
scope as (
  select not :is_editor::boolean or :term_id::uuid is not null or :category::text is not null as is_limited
),
-- Names that several terms may have: those of readable terms, which can be all. Own terms are found by their index.
shared_names as (
  select loose_key
  from term_names
  where
    'duplicate' = any (:kinds::text[]) and kind_rank <= 2 and not (select is_limited from scope)
  group by loose_key
  having count(*) > 1
  union
  select n.loose_key
  from readable t
  join term_names n on n.term_id = t.id and n.kind in ('name', 'alias')
  where
    'duplicate' = any (:kinds::text[]) and :is_editor::boolean and (select is_limited from scope)
  union
  select n.loose_key
  from terms t
  join term_names n on n.term_id = t.id and n.kind in ('name', 'alias')
  where 'duplicate' = any (:kinds::text[]) and not :is_editor::boolean and t.owner_id = :actor_id
),
-- The meanings of each name, those with close full names next to each other.
meanings as materialized (
  select
    n.loose_key, n.term_id, f.key as full_name_key,
    r.id is not null or not (select is_limited from scope) as is_readable,
    row_number() over (partition by n.loose_key order by f.key nulls first, n.term_id) as place,
    count(*) over (partition by n.loose_key) as size
  from (
    select distinct s.loose_key, n.term_id
    from shared_names s
    join term_names n on n.loose_key = s.loose_key
    where n.kind in ('name', 'alias')
  ) as n
  left join term_names f on f.term_id = n.term_id and f.kind = 'full_name'
  -- "offset 0" lets PostgreSQL look up a few terms rather than read all.
  left join lateral (
    select id from readable where id = n.term_id and (select is_limited from scope) offset 0
  ) as r on true
),
-- Each meaning is compared with the four that follow it, the nearest first, of names with few meanings first, and no
-- more than 20,000 times in all, so that nobody can make the list slow with many meanings of many names.
compared as (
  select
    a.loose_key, a.place, distance, a.full_name_key, b.full_name_key as other_full_name_key,
    least(a.term_id, b.term_id) as term_id, greatest(a.term_id, b.term_id) as other_id
  from meanings a
  cross join generate_series(1, 4) as distance
  join meanings b on b.loose_key = a.loose_key and b.place = a.place + distance
  where
    distance <= a.size - a.place
    and (a.is_readable or b.is_readable)
    and (:other_id::uuid is null or :other_id in (a.term_id, b.term_id))
  order by distance, a.size, a.loose_key, a.place
  limit 20000
),
-- One pair for each name.
duplicates as (
  select distinct on (c.loose_key) c.term_id, c.other_id
  from compared c
  where
    (
      c.full_name_key is null or c.other_full_name_key is null
      or similarity(left(c.full_name_key, 100), left(c.other_full_name_key, 100)) >= 0.6
    )
    and not exists (
      select from distinct_meanings d where d.term_id = c.term_id and d.other_id = c.other_id
    )
  order by c.loose_key, c.place, c.distance
),
items as (
  select 'suggested' as kind, id as term_id, null::uuid as proposal_id, null::uuid as other_id,
    created_at as since,
    (
      select count(distinct a)
      from discovery_suggestions d
      join discovery_sightings s on s.acronym = d.acronym
      cross join unnest(s.authors) as a
      where d.term_id = readable.id
    ) as people, null::uuid as learned_id, null::text as language
  from readable
  where 'suggested' = any (:kinds::text[]) and status = 'suggested'
  union all
  select 'disputed', t.id, null, null, min(d.opened_at), 0, null, null
  from readable t
  join disputes d on d.term_id = t.id and is_unsettled(d)
  where 'disputed' = any (:kinds::text[]) and (t.open_disputes > 0 or t.needs_correction)
  group by t.id
  union all
  select 'proposed', p.term_id, p.id, null, p.created_at, 0, null, null
  from proposals p
  join readable t on t.id = p.term_id
  where 'proposed' = any (:kinds::text[]) and p.status = 'open'
  union all
  select 'stale', id, null, null, coalesce(stale_since, last_confirmed_at), 0, null, null
  from readable
  where 'stale' = any (:kinds::text[]) and is_stale and not needs_correction and owner_id = :actor_id
  union all
  select 'stale', id, null, null, coalesce(stale_since, last_confirmed_at), 0, null, null
  from readable
  where
    'stale' = any (:kinds::text[]) and :is_editor::boolean and is_stale and not needs_correction
    and (
      owner_id is null
      or owner_id <> :actor_id and stale_since <= now() - make_interval(days => :owner_days)
    )
  union all
  select 'ownerless', id, null, null, updated_at, 0, null, null
  from readable
  where
    'ownerless' = any (:kinds::text[]) and :is_editor::boolean
    and owner_id is null and status in ('community', 'official')
  union all
  select 'alias', a.term_id, null, null, a.since, 0, a.id, null
  from learned_aliases a
  join readable t on t.id = a.term_id
  where 'alias' = any (:kinds::text[]) and :wanted::boolean and (:is_editor::boolean or is_like_acronym(a.name))
  union all
  select
    'translation', t.id, null, null,
    coalesce(
      (
        select min(h.created_at)
        from term_history h
        where
          h.term_id = t.id and h.version > x.version and h.changes ?| array['full_name', 'definition']
      ),
      x.updated_at
    ),
    0, null, x.language
  from translations x
  join terms t on t.id = x.term_id
  where
    'translation' = any (:kinds::text[]) and x.language = any (:languages::text[])
    and x.version is distinct from t.version and is_outdated(t, x.version)
    and (:edits_protected::boolean or t.owner_id = :actor_id or not is_protected(t.status, t.disputed_status))
    and (:term_id::uuid is null or t.id = :term_id)
    and (:category::text is null or t.category_key = fold(:category))
  union all
  -- Two terms can share several names.
  select distinct
    'duplicate', d.term_id, null::uuid, d.other_id, greatest(t.created_at, o.created_at), 0, null::uuid, null
  from duplicates d
  join terms t on t.id = d.term_id
  join terms o on o.id = d.other_id
),
counts as (
  select coalesce(jsonb_object_agg(kind, total), '{}') as counts
  from (select kind, count(*) as total from items group by kind) as k
),
page as (
  select * from items
  where :kind::text is null or kind = :kind
  order by
    array_position(:kinds::text[], kind), people desc, since, term_id, other_id, proposal_id, learned_id, language
  limit :limit offset :offset
)
select
  c.counts, p.kind, p.since, p.language,
  (
    select jsonb_build_object('id', a.id, 'name', a.name, 'people', a.people)
    from learned_aliases a
    where a.id = p.learned_id
  ) as learned,
  (select term from shown_terms where id = p.term_id) as term,
  (select term from shown_terms where id = p.other_id) as other,
  case when p.kind = 'disputed' then unsettled_disputes(p.term_id) end as disputes,
  (
    select jsonb_build_object(
      'id', x.id, 'term_id', x.term_id, 'base_version', x.base_version, 'changes', x.changes,
      'note', x.note, 'status', x.status, 'created_at', to_rfc3339(x.created_at),
      'decided_at', null, 'decision_note', null, 'proposed_by', person(u), 'decided_by', null
    )
    from proposals x
    join users u on u.id = x.proposed_by
    where x.id = p.proposal_id
  ) as proposal,
  case when p.kind = 'suggested' then (
    select jsonb_build_object(
      'sightings', sum(s.sightings),
      'people', (
        select count(distinct a)
        from discovery_sightings e, unnest(e.authors) as a
        where e.acronym = d.acronym
      ),
      'channels', jsonb_agg(h.name order by s.sightings desc, h.name),
      'full_names', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('full_name', x.full_name, 'sightings', x.sightings)
            order by x.sightings desc, x.full_name
          ),
          '[]'
        )
        from discovery_expansions x
        where x.acronym = d.acronym
      ),
      'examples', (
        select coalesce(jsonb_agg(e.example), '[]')
        from (
          select x.example
          from discovery_sightings f, unnest(f.examples) with ordinality as x (example, place)
          where f.acronym = d.acronym
          order by x.place, f.last_seen_at desc
          limit 3
        ) as e
      ),
      'quote', (
        array_agg(s.quote order by s.quoted_at desc)
        filter (where s.quote is not null and s.quote_hidden_at is null)
      )[1],
      'quote_channel', (
        array_agg(h.name order by s.quoted_at desc)
        filter (where s.quote is not null and s.quote_hidden_at is null)
      )[1],
      'quoted_at', to_rfc3339(max(s.quoted_at)),
      'first_seen_at', to_rfc3339(min(s.first_seen_at)),
      'last_seen_at', to_rfc3339(max(s.last_seen_at)),
      'looked_up_by', (
        select coalesce(max(w.people), 0)
        from wanted_names n
        join wanted_weeks w on w.name_id = n.id
        where :wanted::boolean and n.name_key = loose(d.acronym) and w.people >= 3
      )
    )
    from discovery_suggestions d
    join discovery_sightings s on s.acronym = d.acronym
    join discovery_channels h on h.id = s.channel_id
    where d.term_id = p.term_id
    group by d.acronym
  ) end as evidence
from counts c
left join page p on true
order by
  array_position(:kinds::text[], p.kind), p.people desc, p.since, p.term_id, p.other_id, p.proposal_id, p.learned_id,
  p.language
