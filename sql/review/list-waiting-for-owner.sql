-- Lists the open proposals and disputes of the terms that a user owns, and the relations that other terms say of them
-- and nobody has agreed to, the oldest first, without those of the user.
-- Returns one row per proposal, dispute or relation, at most :limit. The ID of a relation is that of the term that says
-- it, whose name and relation are in said.
select 'proposal' as kind, p.id, t.id as term_id, with_meaning(t.name, t.id) as term_name,
  a.public_name as actor_name, p.note as reason, p.created_at as since, null::jsonb as said
from terms t
join proposals p on p.term_id = t.id and p.status = 'open' and p.proposed_by <> :user_id
join users a on a.id = p.proposed_by
where t.owner_id = :user_id
union all
select 'dispute', d.id, t.id, with_meaning(t.name, t.id), a.public_name,
  (select x.text from dispute_reasons x where x.dispute_id = d.id order by x.id limit 1),
  d.opened_at, null
from terms t
join disputes d on d.term_id = t.id and d.resolution is null and d.opened_by <> :user_id
join users a on a.id = d.opened_by
where t.owner_id = :user_id and t.open_disputes > 0
union all
select 'relation', o.id, t.id, with_meaning(t.name, t.id), h.actor_name, null, h.created_at,
  jsonb_build_object('kind', r.kind, 'name', with_meaning(o.name, o.id))
from terms t
cross join lateral (
  select s.term_id, s.kind
  from term_relations s
  where
    s.other_id = t.id and not s.is_agreed
    and not exists (
      select from refused_relations f where (f.term_id, f.kind, f.other_id) = (s.term_id, s.kind, s.other_id)
    )
  limit :limit
) as r
join terms o on o.id = r.term_id
cross join lateral (
  select a.id, a.public_name as actor_name, x.created_at
  from term_history x
  join users a on a.id = x.actor_id
  where x.term_id = r.term_id and x.action = 'related' and x.other_id = t.id
  order by x.seq desc
  limit 1
) as h
where t.owner_id = :user_id and h.id <> :user_id
order by since, id
limit :limit
