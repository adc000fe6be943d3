-- Lists disputes, newest first, with the number of all: those of a term, or the one with :id. With
-- :only_unsettled, only those that nobody has decided about, or that were right while the text is still as it was.
-- Returns one row per dispute of the page, a single row with a null id if the page is empty, or no row if the term or
-- dispute does not exist.
with matches as (
  select d.*
  from disputes d
  where (:term_id::uuid is null or d.term_id = :term_id) and (:id::uuid is null or d.id = :id)
    and (not :only_unsettled::boolean or is_unsettled(d))
),
page as (
  select * from matches order by opened_at desc, id limit :limit offset :offset
)
select
  (select count(*)::integer from matches) as total,
  d.id, d.term_id, d.opened_at, d.resolved_at, d.resolution, d.note,
  person(o) as opened_by, person(r) as resolved_by,
  (
    select coalesce(
      jsonb_agg(jsonb_build_object('text', x.text, 'created_at', x.created_at) order by x.id), '[]'
    )
    from dispute_reasons x
    where x.dispute_id = d.id
  ) as reasons
from terms t
left join page d on d.term_id = t.id
left join users o on o.id = d.opened_by
left join users r on r.id = d.resolved_by
where t.id = coalesce(:term_id::uuid, (select term_id from disputes where id = :id))
order by d.opened_at desc, d.id
