-- The terms of a list of phrases in its order: official ones first, of each status those that were looked up the most
-- in the last 90 whole days (UTC), then by votes and name. :status and :in_category may be null; terms with one of the
-- statuses :left_out are left out, as are terms without a definition. Returns one row per term.
select t.id
from terms t
cross join lateral (
  select coalesce(sum(n.lookups), 0) as lookups
  from term_lookups n
  where
    n.term_id = t.id
    and n.day >= (now() at time zone 'UTC')::date - 90 and n.day < (now() at time zone 'UTC')::date
) as l
where
  (:status::text is null or t.status = :status)
  and t.status <> all (:left_out::text[])
  and (:in_category::text is null or t.category_key = fold(:in_category))
  and t.definition <> ''
order by trust(t.status), l.lookups desc, t.vote_count desc, t.name_key, t.full_name_key, t.category_key
