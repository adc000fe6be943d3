-- Notifies each person whom the staleness job noted: owners of all their stale terms, editors and admins of all that
-- have no active owner. An inbox entry names the first 20 terms.
-- Returns one row with the number of people.
with noted as (
  delete from stale_notices n
  using users u
  where u.id = n.user_id
  returning n.user_id, n.owned, u.is_active
),
ownerless as materialized (
  select
    jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name_key, id) as terms,
    max(total) as total
  from (
    select t.id, t.name, t.name_key, count(*) over () as total
    from terms t
    left join users u on u.id = t.owner_id
    where
      t.is_stale and not t.needs_correction and u.is_active is not true and exists (select from noted where not owned)
    order by t.name_key, t.id
    limit 20
  ) as first_ones
),
told as (
  select n.user_id, n.owned, s.terms, s.total
  from noted n
  cross join lateral (
    select
      jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name_key, id) as terms,
      max(total) as total
    from (
      select id, name, name_key, count(*) over () as total
      from terms
      where owner_id = n.user_id and is_stale and not needs_correction
      order by name_key, id
      limit 20
    ) as first_ones
  ) as s
  where n.owned and n.is_active
  union all
  select n.user_id, n.owned, o.terms, o.total
  from noted n
  cross join ownerless o
  where not n.owned and n.is_active
),
stored as (
  insert into inbox_entries (user_id, kind, detail)
  select user_id, 'stale', jsonb_build_object('terms', terms, 'total', total, 'owned', owned)
  from told
  where total > 0
  returning user_id
)
select count(distinct user_id)::integer as notified from stored
