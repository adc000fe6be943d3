-- Reads the terms that come after the ID :after, at most :limit. The order of IDs is random, so that the first ones are
-- a sample that stays the same. Returns one row: the number of all terms, and these terms as an array.
select
  (select coalesce(sum(total), 0) from term_counts)::integer as total,
  array_to_json(array(
    select s.term
    from unnest(array(
      select id from terms where id > :after::uuid order by id limit :limit
    )) with ordinality as p (id, position)
    join shown_terms s on s.id = p.id
    order by p.position
  )) as items
