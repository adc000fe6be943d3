-- Gives the names that people used for a term which is merged (:id) to the term that remains (:into). Where it has the
-- name, too, it gets the people, and the refusal. Returns nothing.
with moved as (
  update learned_names l
  set term_id = :into
  where
    term_id = :id
    and not exists (select from learned_names o where o.name_key = l.name_key and o.term_id = :into)
),
refused as (
  update learned_names o
  set refused_at = coalesce(o.refused_at, l.refused_at)
  from learned_names l
  where l.term_id = :id and o.term_id = :into and o.name_key = l.name_key
)
insert into learned_weeks as w (learned_id, week, people)
select o.id, m.week, m.people
from learned_names l
join learned_names o on o.name_key = l.name_key and o.term_id = :into
join learned_weeks m on m.learned_id = l.id
where l.term_id = :id
on conflict (learned_id, week) do update set people = w.people + excluded.people
