-- Lists the terms that a user owns, follows, has proposed changes to or has disputed: in each relation the first :limit,
-- those with an open proposal or dispute of the user first, then stale ones, then by name.
-- Returns one row per relation and term, with the number of all terms in the relation.
with related as (
  select 'owned' as relation, id as term_id, false as is_open from terms where owner_id = :user_id
  union all
  select 'followed', term_id, false from term_follows where user_id = :user_id
  union all
  select 'proposed', term_id, bool_or(status = 'open')
  from proposals
  where proposed_by = :user_id
  group by term_id
  union all
  select 'disputed', term_id, bool_or(resolution is null)
  from disputes
  where opened_by = :user_id
  group by term_id
),
ranked as (
  select
    r.relation, r.is_open, t.id, t.name, t.full_name, t.status, t.is_stale,
    count(*) over (partition by r.relation)::integer as total,
    row_number() over (
      partition by r.relation order by r.is_open desc, t.is_stale desc, t.name_key, t.full_name_key, t.id
    ) as position
  from related r
  join terms t on t.id = r.term_id
)
select relation, is_open, id, name, full_name, status, is_stale, total
from ranked
where position <= :limit
order by relation, position
