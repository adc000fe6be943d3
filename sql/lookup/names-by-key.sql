-- What terms are called that are equal to one of :names but for what `loose` leaves out, with what decides which
-- meaning of a name comes first; whether :reader_id (may be null) follows the category decides nothing about which
-- meanings there are. Names of ASCII alone are `loose` already: the process can do that, while of other characters only
-- the database knows what its index has. Reads at most :per_key names, aliases and full names of each, in this order,
-- and :most of all, those of the first ones first. If :with_words is true, a row that shares its key with others has
-- what a text is compared with: the full name, and the first 1,000 characters of the definition. Returns one row per
-- name.
with named as (
  select n.term_id, n.kind, n.name, n.loose_key
  from (
    select case when name ~ '[^ -~]' then loose(name) else name end as key from unnest((select :names::text[])) as name
  ) as k
  cross join lateral (
    -- Not "order by kind_rank", for which PostgreSQL may read all of them.
    (select * from term_names where loose_key = k.key and kind_rank = 1 limit :per_key::integer)
    union all
    (select * from term_names where loose_key = k.key and kind_rank = 2 limit :per_key::integer)
    union all
    (select * from term_names where loose_key = k.key and kind_rank = 3 limit :per_key::integer)
    limit :per_key::integer
  ) as n
  limit :most::integer
)
select
  n.kind, n.name, t.id as term_id, t.name as term_name, t.status, t.vote_count, t.category, t.in_texts,
  r.term_id is not null as is_replaced, t.definition <> '' as is_explained, c.user_id is not null as is_followed,
  case when n.is_compared then t.full_name end as full_name,
  case when n.is_compared then left(t.definition, 1000) end as definition
from (
  select *, :with_words::boolean and count(*) over (partition by loose_key) > 1 as is_compared from named
) as n
join terms t on t.id = n.term_id
left join term_relations r on r.term_id = t.id and r.kind = 'replaced_by'
left join category_follows c on c.category_key = t.category_key and c.user_id = :reader_id::uuid
