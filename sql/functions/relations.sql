-- Relations between terms. A term says broader, differs_from (which holds both ways) and replaced_by itself; the
-- inverse kinds, narrower and replaces, are what others say of it. A relation that nobody has agreed to who may edit
-- the other term stands beside the term that says it, and nowhere else. A term says few relations, and others can say
-- any number of it: whatever reads these is bounded.

create or replace function inverse_kind(kind text) returns text
language sql immutable parallel safe
return case kind
  when 'broader' then 'narrower' when 'narrower' then 'broader'
  when 'replaced_by' then 'replaces' when 'replaces' then 'replaced_by'
  else kind
end;

-- The kinds that a term says itself.
create or replace function said_kinds() returns text[]
language sql immutable parallel safe
return array['broader', 'differs_from', 'replaced_by'];

-- The place of a kind among the others, as they are shown.
create or replace function place_of(kind text) returns integer
language sql immutable parallel safe
return array_position(array['replaced_by', 'differs_from', 'broader', 'narrower', 'replaces'], kind);

-- What a term says itself: 20 relations at most. Both terms say a differs_from that is agreed.
create or replace function own_relations(id uuid) returns table (kind text, other_id uuid, is_agreed boolean)
language sql stable as $$
  select r.kind, r.other_id, r.is_agreed from term_relations r where r.term_id = own_relations.id
  union all
  select r.kind, r.term_id, true
  from term_relations r
  where r.other_id = own_relations.id and r.is_agreed and r.kind = 'differs_from'
$$;

-- What others say of a term: the first 20 of each inverse kind.
create or replace function inverse_relations(id uuid) returns table (kind text, other_id uuid)
language sql stable as $$
  select inverse_kind(k.kind), r.term_id
  from unnest(array['broader', 'replaced_by']) as k (kind)
  cross join lateral (
    select s.term_id
    from term_relations s
    where s.other_id = inverse_relations.id and s.is_agreed and s.kind = k.kind
    order by s.trust, s.vote_count desc, s.name_key, s.term_id
    limit 20
  ) as r
$$;

-- How many relations of each inverse kind a term has.
create or replace function inverse_totals(id uuid) returns table (kind text, total integer)
language sql stable as $$
  select n.kind, sum(n.total)::integer
  from relation_totals n
  where n.term_id = inverse_totals.id and n.kind in ('narrower', 'replaces')
  group by n.kind
$$;

-- Some terms, and all that agreed relations of a kind lead to from them: what they are a part of, or what replaces
-- them.
create or replace function terms_above(ids uuid[], kind text) returns setof uuid
language sql stable as $$
  with recursive above (id) as (
    select unnest(terms_above.ids)
    union
    select n.other_id
    from above a
    -- So that PostgreSQL follows the index, however few terms it expects.
    cross join lateral (
      select r.other_id
      from term_relations r
      where r.term_id = a.id and r.kind = terms_above.kind and r.is_agreed
      offset 0
    ) as n
  )
  select a.id from above a
$$;

-- Functions of terms ask this only for those that show relations. Its plan is kept, because making it takes longer, and
-- follows the indexes, however small the tables were when it was made.
create or replace function relations_to_show(id uuid) returns json
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  shown json;
  totals json;
begin
  select
    json_agg(
      json_build_object(
        'kind', r.kind, 'is_agreed', r.is_agreed,
        'term', json_build_object(
          'id', o.id, 'name', o.name, 'full_name', o.full_name, 'status', o.status,
          'definition', left(o.definition, 400)
        )
      )
      order by place_of(r.kind), trust(o.status), o.vote_count desc, o.name_key, o.id
    )
  into shown
  from (
    select * from own_relations(relations_to_show.id)
    union all
    select *, true from inverse_relations(relations_to_show.id)
  ) as r
  join terms o on o.id = r.other_id;
  select json_object_agg(n.kind, n.total) into totals
  from inverse_totals(relations_to_show.id) as n
  where n.total > 20;
  if totals is null then
    return json_build_object('relations', coalesce(shown, '[]'));
  end if;
  return json_build_object('relations', shown, 'relations_total', totals);
end
$$;

-- The relations of a term for those who show it, with the beginning of the other definitions: the fields "relations"
-- and, of the kinds of which it has more, "relations_total"; null if it has none. PostgreSQL inlines it, so a term
-- without relations costs two looks into an index.
create or replace function shown_relations(id uuid) returns table (relations json)
language sql stable as $$
  select
    case
      when
        exists (select from term_relations r where r.term_id = shown_relations.id)
        or exists (select from relation_totals n where n.term_id = shown_relations.id and n.total <> 0)
        then relations_to_show(shown_relations.id)
    end
$$;
