-- Loads the sample glossary, {"users", "terms"}, if the database has no users and no terms: users, terms and
-- votes, with matching history and audit log. Returns one row with the number of terms added.
with input as (
  select :sample::jsonb as sample
  where not exists (select from users) and not exists (select from terms)
),
people as (
  insert into users (email, display_name, messaging_user_id, role, created_at, last_login_at)
  select
    u.email, u.display_name, 'U' || upper(left(md5(u.email), 8)), u.role, now() - interval '1400 days',
    now() - make_interval(hours => (u.position * u.position)::integer)
  from input
  cross join rows from (
    jsonb_to_recordset(sample -> 'users') as (email text, display_name text, role text)
  ) with ordinality as u (email, display_name, role, position)
  returning id, email, role
),
draft as materialized (
  select
    gen_random_uuid() as id, t.*, p.id as owner_id,
    now() - make_interval(days => t.created_days_ago) as created_at,
    now() - make_interval(days => t.confirmed_days_ago) as last_confirmed_at,
    case t.status when 'official' then 2 when 'community' then 1 else 0 end as transitions
  from input
  cross join jsonb_to_recordset(sample -> 'terms') as t (
    name text, full_name text, definition text, category text, status text, owner text,
    voters jsonb, edits jsonb, source text, created_days_ago integer, confirmed_days_ago integer,
    aliases jsonb, links jsonb, in_texts text
  )
  left join people p on p.email = t.owner
),
-- The frequency of votes grows over time.
cast_votes as (
  select
    d.id as term_id, d.name, d.status, p.id as user_id, v.position,
    now() - (now() - d.created_at) * (1 - v.position / (jsonb_array_length(d.voters) + 1.0)) ^ 2
      as created_at
  from draft d
  cross join jsonb_array_elements_text(d.voters) with ordinality as v (email, position)
  join people p on p.email = v.email
),
added as (
  insert into terms (
    id, name, full_name, definition, category, status, version, vote_count, owner_id, is_stale,
    stale_since, last_confirmed_at, source, created_at, updated_at, aliases, links, in_texts
  )
  select
    id, name, full_name, definition, category, status,
    1 + transitions + coalesce(jsonb_array_length(edits), 0), jsonb_array_length(voters),
    owner_id, last_confirmed_at < now() - make_interval(days => :stale_days),
    last_confirmed_at + make_interval(days => :stale_days), last_confirmed_at,
    source, created_at, last_confirmed_at,
    coalesce(aliases, '[]'), coalesce(links, '[]'), coalesce(in_texts, 'auto')
  from draft
  returning id
),
added_votes as (
  insert into votes (term_id, user_id, created_at)
  select term_id, user_id, created_at from cast_votes
),
edits as (
  select
    d.id as term_id, p.id as actor_id, e.note, e.before,
    lead(e.before, 1, d.definition) over (partition by d.id order by e.days_ago desc) as after,
    row_number() over (partition by d.id order by e.days_ago desc) as position,
    now() - make_interval(days => e.days_ago) as created_at
  from draft d
  cross join jsonb_to_recordset(d.edits) as e (by text, days_ago integer, note text, before text)
  join people p on p.email = e.by
),
entries as (
  select
    d.id as term_id, 'created' as action, d.owner_id as actor_id, null as note, d.created_at,
    jsonb_build_object(
      'name', jsonb_build_object('from', null, 'to', d.name),
      'definition', jsonb_build_object('from', null, 'to', coalesce(e.before, d.definition)),
      'status',
      jsonb_build_object(
        'from', null, 'to', case d.status when 'suggested' then 'suggested' else 'pending' end
      )
    ) as changes
  from draft d
  left join edits e on e.term_id = d.id and e.position = 1
  union all
  select
    term_id, 'updated', actor_id, note, created_at,
    jsonb_build_object('definition', jsonb_build_object('from', before, 'to', after))
  from edits
  union all
  select
    d.id, 'status_changed', p.id, null,
    -- Spread between creation and last confirmation.
    d.created_at
      + (d.last_confirmed_at - d.created_at) * (s.position * 0.32 + d.created_days_ago % 7 * 0.055),
    jsonb_build_object('status', jsonb_build_object('from', s."from", 'to', s."to"))
  from draft d
  join (values (1, 'pending', 'community'), (2, 'community', 'official'))
    as s (position, "from", "to") on s.position <= d.transitions
  -- A vote makes a term a community one; only editors make it official.
  left join lateral (
    select id from people
    where case s.position when 1 then email = d.voters ->> 0 else role <> 'viewer' end
    order by d.voters ? email desc, email
    limit 1
  ) as p on true
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id, note, created_at)
  select
    term_id, row_number() over (partition by term_id order by created_at), action, changes,
    actor_id, note, created_at
  from entries
  order by created_at
),
events as (
  select
    owner_id as actor_id, 'term.created' as action, id as term_id,
    jsonb_build_object('name', name) as payload, created_at
  from draft
  union all
  select
    user_id, 'term.voted', term_id,
    jsonb_build_object('name', name, 'vote_count', position, 'status', status), created_at
  from cast_votes
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload, created_at)
  select actor_id, action, 'term', term_id, payload, created_at from events order by created_at
)
select count(*)::integer as added from added
