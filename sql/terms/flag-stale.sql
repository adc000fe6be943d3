-- Flags every term whose last confirmation is older than :days days and that is not flagged yet, and
-- stores one message for everybody who has to hear of it, with all their stale terms, the first twenty
-- by name: the active owner, or for a term without one every editor and admin.
-- Returns one row with how many terms were flagged and how many people hear of it.
with flagged as (
  update terms
  -- The category stays as it is: naming it spares PostgreSQL (18) reading the expressions of all
  -- generated columns anew for every row, which it does where an update concerns none of them.
  set is_stale = true, category = category
  where not is_stale and last_confirmed_at < now() - make_interval(days => :days)
  returning id, name, name_key, owner_id
),
owners as (
  select distinct f.owner_id as id
  from flagged f
  join users u on u.id = f.owner_id and u.is_active
),
stale as (
  select id, name, name_key, owner_id from flagged
  union all
  select id, name, name_key, owner_id from terms where is_stale
),
owned as (
  select
    o.id as user_id, s.id, s.name, s.name_key,
    row_number() over (partition by o.id order by s.name_key, s.id) as place
  from owners o
  join stale s on s.owner_id = o.id
),
orphaned as (
  select s.id, s.name, row_number() over (order by s.name_key, s.id) as place
  from stale s
  left join users u on u.id = s.owner_id
  where u.is_active is not true
),
messages as (
  select
    user_id,
    jsonb_agg(jsonb_build_object('id', id, 'name', name) order by place)
      filter (where place <= 20) as terms,
    count(*) as total
  from owned
  group by user_id
),
orphans as (
  select
    jsonb_agg(jsonb_build_object('id', id, 'name', name) order by place)
      filter (where place <= 20) as terms,
    count(*) as total
  from orphaned
),
stored as (
  insert into outbox_messages (user_id, kind, payload)
  select
    m.user_id, 'terms.stale',
    jsonb_build_object('terms', m.terms, 'total', m.total, 'owned', true)
  from messages m
  union all
  select
    u.id, 'terms.stale', jsonb_build_object('terms', o.terms, 'total', o.total, 'owned', false)
  from orphans o
  join users u on u.is_active and u.role in ('editor', 'admin')
  where
    exists (
      select from flagged f
      left join users h on h.id = f.owner_id
      where h.is_active is not true
    )
  returning user_id
)
select
  (select count(*)::integer from flagged) as flagged,
  (select count(distinct user_id)::integer from stored) as notified
