-- Lists the changes of the last 30 days to what a user follows, newest first, at most :limit, also those that the inbox
-- tells the user of as the owner or the reporter; none of
-- terms that are only suggested, or were when they were removed. `changes` has the fields of an edit before and after.
-- Returns one row per change.
select
  e.id, e.term_id, with_meaning(e.term_name, e.term_id) as term_name, a.public_name as actor_name, e.detail,
  e.created_at, t.definition,
  (
    select h.changes
    from term_history h
    where
      h.term_id = e.term_id
      and h.version = (e.detail ->> 'version')::integer
      and h.action in ('updated', 'reverted')
    order by h.seq desc
    limit 1
  ) as changes
from inbox_entries e
left join users a on a.id = e.actor_id
left join terms t on t.id = e.term_id
where
  e.user_id = :user_id
  and (
    e.kind = 'followed'
    or (
      (
        e.kind in ('edited', 'promoted')
        or (e.kind in ('disputed', 'dispute_resolved') and e.detail ->> 'from' <> e.detail ->> 'to')
      )
      and (
        exists (select from term_follows f where f.user_id = e.user_id and f.term_id = e.term_id)
        or exists (select from category_follows f where f.user_id = e.user_id and f.category_key = t.category_key)
      )
    )
  )
  and e.created_at > :now::timestamptz - interval '30 days'
  and coalesce(t.status, e.detail ->> 'term_status') is distinct from 'suggested'
order by e.created_at desc, e.id
limit :limit
