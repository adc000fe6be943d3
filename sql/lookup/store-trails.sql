-- Stores what people have looked up in vain: :trails is [{person, name, offered, lost_at}], without a name if they have
-- found something since. The latest counts, whichever process stores it last. Returns nothing.
with given as (
  select t.*, sha256(k.key || convert_to(t.person, 'UTF8')) as person_hash
  from jsonb_to_recordset(:trails::jsonb) as t (person text, name text, offered text[], lost_at timestamptz)
  cross join key_of_week(:new_key) as k
),
ended as (
  delete from lookup_trails t using given g where t.person_hash = g.person_hash and g.name is null
)
insert into lookup_trails as t (person_hash, name, offered, lost_at)
select person_hash, name, offered, lost_at from given
where name is not null
order by person_hash
on conflict (person_hash) do update
set name = excluded.name, offered = excluded.offered, lost_at = excluded.lost_at
where excluded.lost_at >= t.lost_at
