-- Resolves those of :ids, disputes of one term, that are open. Unless they are upheld, their votes return, one per
-- person, beside those cast since. When the last one is not upheld, the status that a dispute took returns as well,
-- unless the text has been edited since; until then, what an upheld dispute took is lost, and what an open one took is
-- remembered. A term whose text is still the one that an upheld dispute is about needs a correction. Run
-- glossary/lock-term before it.
-- Returns one row per resolved dispute.
with resolved as (
  update disputes
  set
    resolution = :resolution, note = :note, resolved_by = :actor_id, resolved_at = clock_timestamp()
  where id = any (:ids::uuid[]) and resolution is null
  returning id, term_id, opened_by, status_before, corrected_version
),
restored_votes as (
  insert into votes (term_id, user_id, created_at)
  select r.term_id, v.user_id, min(v.created_at)
  from resolved r
  join disputed_votes v on v.dispute_id = r.id
  where :resolution <> 'upheld'
  group by r.term_id, v.user_id
  on conflict do nothing
  returning user_id
),
counts as (
  select
    term_id, count(*)::integer as resolved,
    bool_or(status_before is not null) as has_status,
    :resolution = 'upheld' and bool_or(corrected_version is null) as needs_correction,
    (select count(*)::integer from restored_votes) as votes
  from resolved
  group by term_id
),
closing as (
  select
    t.id, t.name, t.status, t.vote_count, c.resolved, c.votes, c.needs_correction,
    t.open_disputes > c.resolved and not (:resolution = 'upheld' and c.has_status) as keeps_status,
    case
      when t.open_disputes > c.resolved or :resolution = 'upheld' or t.status = 'official' then t.status
      when exists (
        select from term_history h
        where
          h.term_id = t.id and h.action in ('updated', 'reverted', 'merged')
          and h.created_at > (
            select max(d.opened_at) from disputes d
            where d.term_id = t.id and d.status_before is not null and d.resolution is distinct from 'upheld'
          )
      ) then t.status
      else coalesce(t.disputed_status, t.status)
    end as new_status,
    s.status as taken_status, s.votes as taken_votes
  from counts c
  join terms t on t.id = c.term_id
  left join lateral taken_status(t.id, resolved => :ids::uuid[]) as s on true
),
changed as (
  update terms t
  set
    status = c.new_status,
    vote_count = t.vote_count + c.votes,
    version = t.version + (c.new_status <> t.status)::integer,
    updated_at = now(),
    open_disputes = t.open_disputes - c.resolved,
    needs_correction = t.needs_correction or c.needs_correction,
    disputed_status = case when c.keeps_status then t.disputed_status else c.taken_status end,
    disputed_vote_count = case when c.keeps_status then t.disputed_vote_count else c.taken_votes end
  from closing c
  where t.id = c.id
  returning t.id, t.name, t.status, t.version, t.vote_count
),
history as (
  insert into term_history (term_id, version, action, changes, actor_id, note)
  select
    t.id, t.version, 'dispute_resolved',
    jsonb_build_object('resolution', jsonb_build_object('from', null, 'to', :resolution::text))
      || field_change('status', c.status, t.status)
      || field_change('vote_count', c.vote_count, t.vote_count),
    :actor_id, :note
  from changed t
  join closing c on c.id = t.id
),
audit as (
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    :actor_id, 'dispute.resolved', 'dispute', r.id,
    jsonb_build_object(
      'name', t.name, 'term_id', t.id, 'resolution', :resolution::text, 'note', :note::text
    ) || case when c.status <> t.status then jsonb_build_object('from', c.status, 'to', t.status) else '{}' end
  from resolved r
  join changed t on t.id = r.term_id
  join closing c on c.id = t.id
)
select id from resolved
