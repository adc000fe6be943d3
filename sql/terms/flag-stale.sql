-- Flags every term whose last confirmation is more than :days days ago, and stores one message per person. Active
-- owners of newly flagged terms are notified of all their stale terms; if a newly flagged term has no active
-- owner, editors and admins are notified of all such terms. A message names the first 20 terms.
-- Returns one row with the number of flagged terms and of notified people.
with flagged as (
  update terms
  -- Assigning category unchanged is faster: if an update affects no generated column, PostgreSQL 18 reads the
  -- expressions of all of them again for every row.
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
    row_number() over (partition by o.id order by s.name_key, s.id) as position
  from owners o
  join stale s on s.owner_id = o.id
),
ownerless as (
  select s.id, s.name, row_number() over (order by s.name_key, s.id) as position
  from stale s
  left join users u on u.id = s.owner_id
  where u.is_active is not true
),
owner_messages as (
  select
    user_id,
    jsonb_agg(jsonb_build_object('id', id, 'name', name) order by position)
      filter (where position <= 20) as terms,
    count(*) as total
  from owned
  group by user_id
),
editor_message as (
  select
    jsonb_agg(jsonb_build_object('id', id, 'name', name) order by position)
      filter (where position <= 20) as terms,
    count(*) as total
  from ownerless
),
stored as (
  insert into outbox_messages (user_id, kind, payload)
  select
    m.user_id, 'terms.stale',
    jsonb_build_object('terms', m.terms, 'total', m.total, 'owned', true)
  from owner_messages m
  union all
  select
    u.id, 'terms.stale', jsonb_build_object('terms', o.terms, 'total', o.total, 'owned', false)
  from editor_message o
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
