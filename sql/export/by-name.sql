-- The terms that follow a term in the order of an export, which is given by its name, full name and category: it may
-- have been deleted. All null: from the beginning. :status may be null; without :with_suggested, suggested terms are
-- left out. Returns one row per term.
select
  t.id, t.name, t.full_name, t.definition, t.category, t.aliases, t.status, t.version, t.vote_count,
  t.open_disputes,
  t.owner_id, o.public_name as owner_name, t.is_stale, t.last_confirmed_at, t.source,
  t.created_at, t.updated_at
from terms t
left join users o on o.id = t.owner_id
where
  (:status::text is null or t.status = :status)
  and (:with_suggested::boolean or t.status <> 'suggested')
  and (t.name_key, t.full_name_key, t.category_key)
    > (
      coalesce(fold(:name), ''), coalesce(fold(:full_name), ''), coalesce(fold(:category), '')
    )
order by t.name_key, t.full_name_key, t.category_key
limit :limit offset :offset
