-- Reads what :people, IDs of users, have looked up in vain and not found since, and lets no other process change it
-- until the transaction ends; :new_key is used if the week has no key yet. Returns one row per person who has.
with person as (
  select p.person, sha256(k.key || convert_to(p.person, 'UTF8')) as person_hash
  from unnest(:people::text[]) as p (person)
  cross join key_of_week(:new_key) as k
),
locked as (
  select * from lookup_trails
  where person_hash in (select person_hash from person)
  order by person_hash
  for update
)
select p.person, l.name, l.offered, l.lost_at
from locked l
join person p on p.person_hash = l.person_hash
