-- The terms that follow a term in the order of an export, which is given by its name, full name and category: it may
-- have been deleted. All null: from the beginning. :status and :in_category may be null; terms with one of the statuses
-- :left_out are left out. :relations is null, 'names' or 'links'. Returns one row per term.
with page as (
  select id
  from terms
  where
    (:status::text is null or status = :status)
    and status <> all (:left_out::text[])
    and (:in_category::text is null or category_key = fold(:in_category))
    and definition <> ''
    and (name_key, full_name_key, category_key)
      > (
        coalesce(fold(:name), ''), coalesce(fold(:full_name), ''), coalesce(fold(:category), '')
      )
  order by name_key, full_name_key, category_key
  limit :limit offset :offset
)
select t.id, s.term, r.relations
from unnest(array(select id from page)) with ordinality as p (id, position)
join terms t on t.id = p.id
left join users o on o.id = t.owner_id
cross join lateral shown_term(t, o.public_name) as s
left join exported_relations(array(select id from page where :relations::text is not null), :relations = 'links') as r
  on r.id = p.id
order by p.position
