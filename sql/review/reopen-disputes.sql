-- Opens those of :ids, disputes of one term, again that :actor_id has resolved, unless whoever opened them has another
-- open one. The votes that the resolution restored are removed again, and the term gets :status, null to keep its own.
-- Who has not read of the resolution is not told. Run glossary/lock-term before it. Returns one row per dispute that is
-- open again.
with reopened as (
  update disputes d
  set resolution = null, note = null, resolved_by = null, resolved_at = null
  from disputes before
  where
    d.id = any (:ids::uuid[]) and before.id = d.id
    and d.resolved_by = :actor_id and d.resolution in ('upheld', 'dismissed')
    and not exists (
      select from disputes o
      where o.term_id = d.term_id and o.opened_by = d.opened_by and o.resolution is null
    )
  returning d.id, d.term_id, d.opened_by, d.status_before, before.resolution
),
untold as (
  delete from inbox_entries e
  using reopened r
  where
    e.user_id = r.opened_by and e.kind = 'dispute_resolved' and e.read_at is null
    and e.detail ->> 'dispute_id' = r.id::text
),
removed_votes as (
  delete from votes v
  using reopened r
  join disputed_votes x on x.dispute_id = r.id
  where
    r.resolution = 'dismissed'
    and v.term_id = r.term_id and v.user_id = x.user_id and v.created_at = x.created_at
  returning v.user_id
),
totals as (
  select
    r.term_id, count(*)::integer as reopened, max(r.resolution) as resolution,
    bool_or(r.status_before is not null) as took_status,
    (select count(*)::integer from removed_votes) as votes
  from reopened r
  group by r.term_id
),
opening as (
  select t.id, t.status, t.vote_count, x.*, s.status as taken_status, s.votes as taken_votes
  from totals x
  join terms t on t.id = x.term_id
  left join lateral taken_status(t.id, reopened => :ids::uuid[]) as s on true
),
changed as (
  update terms t
  set
    status = coalesce(:status, t.status),
    vote_count = t.vote_count - o.votes,
    version = t.version + (coalesce(:status, t.status) <> t.status)::integer,
    updated_at = now(),
    open_disputes = t.open_disputes + o.reopened,
    needs_correction = exists (
      select from disputes d
      where
        d.term_id = t.id and d.resolution = 'upheld' and d.corrected_version is null
        and d.id not in (select r.id from reopened r)
    ),
    disputed_status = case when o.took_status then o.taken_status else t.disputed_status end,
    disputed_vote_count = case when o.took_status then o.taken_votes else t.disputed_vote_count end
  from opening o
  where t.id = o.id
  returning t.id, t.name, t.status, t.version, t.vote_count
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id)
  select
    t.id, t.version, 'disputed',
    jsonb_build_object('resolution', jsonb_build_object('from', o.resolution, 'to', null))
      || field_change('status', o.status, t.status)
      || field_change('vote_count', o.vote_count, t.vote_count),
    :actor_id
  from changed t
  join opening o on o.id = t.id
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'dispute.reopened', 'dispute', r.id,
    jsonb_build_object('name', t.name, 'term_id', t.id)
      || case when o.status <> t.status then jsonb_build_object('from', o.status, 'to', t.status) else '{}' end
  from reopened r
  join changed t on t.id = r.term_id
  join opening o on o.id = t.id
)
select id from reopened
