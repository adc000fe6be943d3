-- What terms are called, by :ids, and their places in a list of which :place others come before. Returns one row per
-- term that exists, in the order of :ids.
select
  t.id, json_build_object('name', t.name, 'aliases', t.aliases, 'place', i.place + :place::integer) as term,
  null::json as relations
from unnest((select :ids::uuid[])) with ordinality as i (id, place)
join terms t on t.id = i.id
order by i.place
