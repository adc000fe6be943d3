-- Looks at the :size terms after :after, in the order of their IDs, and flags those whose last confirmation is more
-- than :days days ago. Counts a reminder for stale terms whose owner has not answered for :reminder_days, and again for
-- twice as long; half a day less is enough, as the job runs at the same time each week. Nobody is asked about what is
-- known to be wrong. Notes whom the end of the job will tell: the active owners of these terms or, if a flagged one has
-- no active owner, editors and admins.
-- Returns one row: the last ID, null after the last term, and the number of flagged terms.
with batch as (
  select id from terms where id > :after order by id limit :size
),
due as materialized (
  -- In the order in which all lock terms who change several.
  select id from terms
  where
    id in (select id from batch)
    and not needs_correction
    and case
      when not is_stale then last_confirmed_at < now() - make_interval(days => :days)
      else
        owner_id is not null and stale_reminders < 2
        and stale_since <= now() - make_interval(days => :reminder_days * (stale_reminders + 1), hours => -12)
    end
  order by id
  for no key update
),
flagged as (
  update terms t
  -- Assigning category unchanged is faster: if an update affects no generated column, PostgreSQL 18 reads the
  -- expressions of all of them again for every row.
  set is_stale = true, stale_since = now(), stale_reminders = 0, category = category
  from due d
  where t.id = d.id and not t.is_stale
  returning t.owner_id
),
reminded as (
  update terms t
  set stale_reminders = t.stale_reminders + 1, category = category
  from due d
  where t.id = d.id and t.is_stale
  returning t.owner_id
),
noted as (
  insert into stale_notices (user_id, owned)
  select u.id, true
  from users u
  where u.is_active and u.id in (
    select owner_id from flagged union select owner_id from reminded
  )
  union all
  select u.id, false
  from users u
  where
    u.is_active and u.role in ('editor', 'admin')
    and exists (
      select from flagged f
      left join users o on o.id = f.owner_id
      where o.is_active is not true
    )
  on conflict do nothing
)
select
  (select id from batch order by id desc limit 1) as last_id,
  (select count(*)::integer from flagged) as flagged
