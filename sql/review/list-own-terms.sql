-- Lists the terms that a user owns, follows, has proposed changes to or has disputed: of each relation one page, with
-- those first that have an open proposal or dispute of the user, then stale ones, then by name. Returns one row per
-- relation that has terms: the items of the page, and the number of all.
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
    r.relation, r.is_open, t.id, t.name, t.full_name, t.status,
    t.is_stale and not t.needs_correction as is_stale, t.open_disputes,
    case
      when t.disputed_status is not null
        then jsonb_build_object('status', t.disputed_status, 'vote_count', t.disputed_vote_count)
    end as before_dispute,
    case when t.needs_correction then json_build_object('reasons', reasons_to_correct(t.id)) end as needs_correction,
    row_number() over (
      partition by r.relation order by r.is_open desc, t.is_stale desc, t.name_key, t.full_name_key, t.id
    ) - :offset::integer as place
  from related r
  join terms t on t.id = r.term_id
)
select
  relation,
  count(*)::integer as total,
  coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', id, 'name', name, 'full_name', full_name, 'status', status, 'is_stale', is_stale,
        'open_disputes', open_disputes, 'before_dispute', before_dispute,
        'needs_correction', needs_correction, 'is_open', is_open
      )
      order by place
    ) filter (where place between 1 and :limit::integer),
    '[]'
  ) as items
from ranked
group by relation
