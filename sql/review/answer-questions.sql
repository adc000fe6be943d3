-- Adds an answer of :actor_id to their reports of a term about which they were asked, which have :max_reasons at most,
-- tells whoever asked, and marks the questions as read. Run glossary/lock-term before it. Returns whether a report has
-- no room for the answer, or no row if there is no question.
with questions as (
  select
    e.id, e.actor_id, e.term_id, e.term_name, (e.detail ->> 'dispute_id')::uuid as dispute_id,
    (
      select count(*) from dispute_reasons r where r.dispute_id = (e.detail ->> 'dispute_id')::uuid
    ) >= :max_reasons as is_full
  from inbox_entries e
  where e.user_id = :actor_id and e.term_id = :term_id and is_open_question(e)
),
total as (
  select bool_or(is_full) as is_full from questions having count(*) > 0
),
added as (
  insert into dispute_reasons (dispute_id, text)
  select distinct q.dispute_id, :answer::text
  from questions q
  cross join total
  where not total.is_full
),
told as (
  insert into inbox_entries (user_id, kind, term_id, term_name, actor_id, detail)
  select distinct on (q.actor_id)
    q.actor_id, 'answered', q.term_id, q.term_name, :actor_id::uuid,
    jsonb_build_object('dispute_id', q.dispute_id, 'reason', :answer::text)
  from questions q
  join users u on u.id = q.actor_id and u.is_active
  cross join total
  where not total.is_full
  order by q.actor_id, q.dispute_id
),
answered as (
  update inbox_entries e
  set read_at = now()
  from questions q
  cross join total
  where e.id = q.id and e.read_at is null and not total.is_full
)
select is_full from total
