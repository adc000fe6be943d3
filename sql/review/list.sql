-- Lists what waits for a decision of :actor_id, oldest first: everything for editors, but stale terms with an owner only
-- after :owner_days; otherwise what concerns the caller's own terms. :kind, :category and :term_id may be
-- null.
-- Returns one row per item of the page, with the number of items of each kind in :category, or a single row with a null
-- kind if the page is empty.
with duplicates as (
  select distinct a.term_id, b.term_id as other_id
  from term_names a
  join term_names b on b.key = a.key and a.term_id < b.term_id
  where
    a.kind in ('name', 'alias') and b.kind in ('name', 'alias')
    and not exists (
      select from distinct_meanings d where d.term_id = a.term_id and d.other_id = b.term_id
    )
),
items as (
  select 'suggested' as kind, id as term_id, null::uuid as proposal_id, null::uuid as other_id,
    created_at as since
  from terms
  where status = 'suggested'
  union all
  select 'disputed', t.id, null, null, min(d.opened_at)
  from terms t
  join disputes d on d.term_id = t.id and d.resolution is null
  where t.open_disputes > 0
  group by t.id
  union all
  select 'proposed', term_id, id, null, created_at
  from proposals
  where status = 'open'
  union all
  select 'stale', id, null, null, coalesce(stale_since, last_confirmed_at)
  from terms
  where
    is_stale
    and (
      owner_id is null or owner_id = :actor_id
      or stale_since <= now() - make_interval(days => :owner_days)
    )
  union all
  select 'ownerless', id, null, null, updated_at
  from terms
  where owner_id is null and status in ('community', 'official')
  union all
  select 'duplicate', t.id, null, o.id, greatest(t.created_at, o.created_at)
  from duplicates d
  join terms t on t.id = d.term_id
  join terms o on o.id = d.other_id
  where
    t.full_name is null or o.full_name is null
    or similarity(t.full_name_key, o.full_name_key) >= 0.6
),
visible as (
  select i.*
  from items i
  join terms t on t.id = i.term_id
  left join terms o on o.id = i.other_id
  where
    (:is_editor::boolean or t.owner_id = :actor_id or o.owner_id = :actor_id)
    and (:term_id::uuid is null or t.id = :term_id)
    and (
      :category::text is null
      or t.category_key = fold(:category) or o.category_key = fold(:category)
    )
),
counts as (
  select coalesce(jsonb_object_agg(kind, total), '{}') as counts
  from (select kind, count(*) as total from visible group by kind) as k
),
page as (
  select * from visible
  where :kind::text is null or kind = :kind
  order by since, kind, term_id, other_id, proposal_id
  limit :limit offset :offset
)
select
  c.counts, p.kind, p.since,
  (select term from shown_terms where id = p.term_id) as term,
  (select term from shown_terms where id = p.other_id) as other,
  case when p.kind = 'disputed' then (
    select jsonb_agg(
      jsonb_build_object(
        'id', d.id, 'term_id', d.term_id, 'opened_at', to_rfc3339(d.opened_at), 'resolved_at', null,
        'resolution', null, 'note', null, 'opener_id', d.opened_by, 'opener_name', u.public_name,
        'resolver_id', null, 'resolver_name', null,
        'reasons', (
          select coalesce(
            jsonb_agg(
              jsonb_build_object('text', x.text, 'created_at', to_rfc3339(x.created_at))
              order by x.id
            ),
            '[]'
          )
          from dispute_reasons x
          where x.dispute_id = d.id
        )
      )
      order by d.opened_at, d.id
    )
    from disputes d
    join users u on u.id = d.opened_by
    where d.term_id = p.term_id and d.resolution is null
  ) end as disputes,
  (
    select jsonb_build_object(
      'id', x.id, 'term_id', x.term_id, 'base_version', x.base_version, 'changes', x.changes,
      'note', x.note, 'status', x.status, 'created_at', to_rfc3339(x.created_at),
      'decided_at', null, 'decision_note', null, 'proposer_id', x.proposed_by, 'proposer_name', u.public_name,
      'decider_id', null, 'decider_name', null
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
      'first_seen_at', to_rfc3339(min(s.first_seen_at)),
      'last_seen_at', to_rfc3339(max(s.last_seen_at))
    )
    from discovery_suggestions d
    join discovery_sightings s on s.acronym = d.acronym
    join discovery_channels h on h.id = s.channel_id
    where d.term_id = p.term_id
    group by d.acronym
  ) end as evidence
from counts c
left join page p on true
order by p.since, p.kind, p.term_id, p.other_id, p.proposal_id
