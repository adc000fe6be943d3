-- Lists the questions that :actor_id has not answered about their reports of a term, the oldest first.
-- Returns one row per question: who asks, and what.
select e.id, person(a) as asked_by, e.detail ->> 'note' as question
from inbox_entries e
left join users a on a.id = e.actor_id
where e.user_id = :actor_id and e.term_id = :term_id and is_open_question(e)
order by e.created_at, e.id
