-- Lists the open proposals and disputes of the terms that a user owns, the oldest first, without those of the user.
-- Returns one row per proposal or dispute, at most :limit.
select 'proposal' as kind, p.id, t.id as term_id, t.name as term_name, a.public_name as actor_name, p.note as reason,
  p.created_at as since
from terms t
join proposals p on p.term_id = t.id and p.status = 'open' and p.proposed_by <> :user_id
join users a on a.id = p.proposed_by
where t.owner_id = :user_id
union all
select 'dispute', d.id, t.id, t.name, a.public_name,
  (select x.text from dispute_reasons x where x.dispute_id = d.id order by x.id limit 1),
  d.opened_at
from terms t
join disputes d on d.term_id = t.id and d.resolution is null and d.opened_by <> :user_id
join users a on a.id = d.opened_by
where t.owner_id = :user_id and t.open_disputes > 0
order by since, id
limit :limit
