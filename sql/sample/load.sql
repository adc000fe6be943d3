-- Loads the sample glossary, {"users", "terms"}, into a database without users and terms: people,
-- terms, votes and a history that fits them. Gives one row with how many terms it added.
with input as (
  select :sample::jsonb as sample
  where not exists (select from users) and not exists (select from terms)
),
people as (
  insert into users (email, display_name, role, created_at)
  select u.email, u.display_name, u.role, now() - interval '1400 days'
  from input
  cross join jsonb_to_recordset(sample -> 'users') as u (email text, display_name text, role text)
  returning id, email
),
draft as materialized (
  select
    gen_random_uuid() as id, t.*, p.id as owner_id,
    now() - make_interval(days => t.created_days_ago) as created_at,
    now() - make_interval(days => t.confirmed_days_ago) as last_confirmed_at,
    case t.status when 'official' then 3 when 'community' then 2 else 1 end as version
  from input
  cross join jsonb_to_recordset(sample -> 'terms') as t (
    name text, full_name text, definition text, category text, status text, owner text,
    voters jsonb, source text, created_days_ago integer, confirmed_days_ago integer
  )
  left join people p on p.email = t.owner
),
added as (
  insert into terms (
    id, name, full_name, definition, category, status, version, vote_count, owner_id, is_stale,
    last_confirmed_at, source, created_at, updated_at
  )
  select
    id, name, full_name, definition, category, status, version, jsonb_array_length(voters),
    owner_id, last_confirmed_at < now() - make_interval(days => :stale_days), last_confirmed_at,
    source, created_at, last_confirmed_at
  from draft
  returning id
),
ballots as (
  insert into votes (term_id, user_id, created_at)
  select d.id, p.id, d.created_at + (now() - d.created_at) * v.position / (jsonb_array_length(d.voters) + 1)
  from draft d
  cross join jsonb_array_elements_text(d.voters) with ordinality as v (email, position)
  join people p on p.email = v.email
),
entries as (
  select
    d.id as term_id, 1 as version, 'created' as action, d.owner_id as actor_id, d.created_at,
    jsonb_build_object(
      'name', jsonb_build_object('from', null, 'to', d.name),
      'definition', jsonb_build_object('from', null, 'to', d.definition)
    ) as changes
  from draft d
  union all
  select
    d.id, s.version, 'status_changed', p.id,
    d.created_at + (d.last_confirmed_at - d.created_at) * (s.version - 1) / 3,
    jsonb_build_object('status', jsonb_build_object('from', s."from", 'to', s."to"))
  from draft d
  join (values (2, 'pending', 'community'), (3, 'community', 'official'))
    as s (version, "from", "to") on s.version <= d.version
  left join people p on p.email = d.voters ->> 0
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id, created_at)
  select term_id, version, action, changes, actor_id, created_at
  from entries
  order by created_at, version
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload, created_at)
  select owner_id, 'term.created', 'term', id, jsonb_build_object('name', name), created_at
  from draft
  order by created_at
)
select count(*)::integer as added from added
