-- Finds other terms that have a name, alias or full name of a term, regardless of punctuation, spaces and case.
-- Misspellings and discouraged names do not count. Of what is called alike, it reads at most 200 names, aliases and
-- full names each. Returns one row per term, at most 20, by name.
select s.term
from (
  select distinct other.term_id
  from term_names own
  cross join lateral (
    (select * from term_names where loose_key = own.loose_key and kind_rank = 1 limit 200)
    union all
    (select * from term_names where loose_key = own.loose_key and kind_rank = 2 limit 200)
    union all
    (select * from term_names where loose_key = own.loose_key and kind_rank = 3 limit 200)
  ) as other
  where
    own.term_id = :id and own.kind in ('name', 'alias', 'full_name')
    and other.term_id <> :id and other.kind in ('name', 'alias', 'full_name')
) as found
join terms t on t.id = found.term_id
join shown_terms s on s.id = t.id
order by t.name_key, t.full_name_key, t.category_key
limit 20
