-- Whether a name is written like an acronym or its plural (contract, section 11): 2 to 10 capitals, digits, "&", "-"
-- and "/", at least two of them letters.
create or replace function is_like_acronym(name text) returns boolean
language sql immutable parallel safe
return
  name collate "und-x-icu" ~ '^[[:upper:][:digit:]&/-]{2,10}s?$'
  and name collate "und-x-icu" ~ '[[:upper:]].*[[:upper:]]';

-- The names that terms probably have (contract, section 20): in some week three people or more, of what is written
-- like an acronym two, went on to the term after they had looked the name up in vain, and in 90 days at least half of
-- all who went on from that name. Nothing has the name, and nobody has refused it.
create or replace view learned_aliases as
select l.id, l.term_id, l.name, l.name_key, max(w.people) as people, l.created_at as since
from learned_names l
join learned_weeks w on w.learned_id = l.id and w.week > (now() at time zone 'UTC')::date - 90
where
  l.refused_at is null
  and exists (select from learned_weeks two where two.learned_id = l.id and two.people >= 2)
  and not exists (select from term_names n where n.loose_key = l.name_key)
  and exists (select from terms t where t.id = l.term_id and t.definition <> '')
group by l.id
having
  max(w.people) >= case when is_like_acronym(l.name) then 2 else 3 end
  and 2 * sum(w.people) >= (
    select sum(o.people)
    from learned_names a
    -- The aggregate keeps PostgreSQL from reading the weeks of all names.
    cross join lateral (
      select sum(w.people) as people
      from learned_weeks w
      where w.learned_id = a.id and w.week > (now() at time zone 'UTC')::date - 90
    ) as o
    where a.name_key = l.name_key
  );
