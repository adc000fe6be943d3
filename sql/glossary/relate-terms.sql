-- Stores :relations, a JSON array of {id, kind, other_id, is_agreed}, with their history, as far as they can be;
-- circles are looked for afterwards. An import agrees to nothing that was refused. Returns what came of each, in their
-- order: done, unchanged, missing, self, already_replaced or too_many_relations.
with asked as (
  select
    a.place, a.id, a.kind, a.other_id,
    a.is_agreed and not (
      :import_id::uuid is not null
      and exists (
        select from refused_relations f where (f.term_id, f.kind, f.other_id) = (a.id, a.kind, a.other_id)
      )
    ) as is_agreed,
    row_number() over (
      partition by
        a.kind, case a.kind when 'differs_from' then least(a.id, a.other_id) else a.id end,
        case a.kind when 'differs_from' then greatest(a.id, a.other_id) else a.other_id end
      order by a.place
    ) > 1 as is_repeated
  from rows from (
    jsonb_to_recordset(:relations::jsonb) as (id uuid, kind text, other_id uuid, is_agreed boolean)
  ) with ordinality as a (id, kind, other_id, is_agreed, place)
),
known as (
  select
    a.*,
    case
      when a.id = a.other_id then 'self'
      when (select count(*) from terms t where t.id in (a.id, a.other_id)) < 2 then 'missing'
      when
        a.is_repeated
        or exists (select from term_relations r where (r.term_id, r.kind, r.other_id) = (a.id, a.kind, a.other_id))
        or a.kind = 'differs_from' and exists (
          select from term_relations r where (r.term_id, r.kind, r.other_id) = (a.other_id, a.kind, a.id)
        )
        then 'unchanged'
    end as outcome
  from asked a
),
-- A term says 20 relations at most, and both terms say a differs_from that is agreed.
counted as (
  select c.id, k.place, row_number() over (partition by c.id order by k.place) as number
  from known k
  cross join lateral (
    select k.id
    union all
    select k.other_id where k.kind = 'differs_from' and k.is_agreed
  ) as c (id)
  where k.outcome is null
),
full_terms as (
  select c.place
  from counted c
  join (
    select i.id, (select count(*) from own_relations(i.id)) as said from (select distinct id from counted) as i
  ) as o on o.id = c.id
  where o.said + c.number > 20
),
decided as (
  select
    k.place, k.id, k.kind, k.other_id, k.is_agreed,
    case
      when k.outcome is not null then k.outcome
      when
        k.kind = 'replaced_by'
        and (
          exists (select from term_relations r where r.term_id = k.id and r.kind = 'replaced_by')
          or row_number() over (partition by k.id, k.kind, k.outcome order by k.place) > 1
        )
        then 'already_replaced'
      when exists (select from full_terms f where f.place = k.place) then 'too_many_relations'
      else 'done'
    end as outcome
  from known k
),
added as (
  select *
  from add_relations(
    (
      select jsonb_agg(jsonb_build_object(
        'term_id', d.id, 'kind', d.kind, 'other_id', d.other_id, 'is_agreed', d.is_agreed
      ))
      from decided d
      where d.outcome = 'done'
    ),
    :actor_id, :import_id
  )
),
forgotten as (
  delete from refused_relations f
  using added a
  where (f.term_id, f.kind, f.other_id) = (a.term_id, a.kind, a.other_id) and a.is_agreed
)
select case when d.outcome = 'done' and a.term_id is null then 'unchanged' else d.outcome end as outcome
from decided d
left join added a on (a.term_id, a.kind, a.other_id) = (d.id, d.kind, d.other_id)
order by d.place
