-- The relations of the term :id that it shows, or, if :is_agreed is false, what others say of it that nobody has agreed
-- to or refused who may edit it; of one :kind, if it is not null. In the order of their kinds, the most trusted first.
-- Returns the number of all, and :limit of them from :offset as a JSON array; no row if there is no such term.
with own as (
  select o.kind, o.other_id, o.is_agreed, trust(t.status) as trust, t.vote_count, t.name_key
  from own_relations(:id) as o
  join terms t on t.id = o.other_id
  where (:is_agreed::boolean is null or :is_agreed and o.is_agreed) and (:kind::text is null or o.kind = :kind)
),
kinds as (
  select k.kind
  from unnest(said_kinds()) as k (kind)
  where (:is_agreed is false or inverse_kind(k.kind) <> k.kind) and (:kind is null or inverse_kind(k.kind) = :kind)
),
said as (
  select inverse_kind(k.kind) as kind, s.term_id as other_id, s.is_agreed, s.trust, s.vote_count, s.name_key
  from kinds k
  -- Each kind is in the order of the index.
  cross join lateral (
    select *
    from term_relations r
    where
      r.other_id = :id and r.is_agreed = coalesce(:is_agreed, true) and r.kind = k.kind
      and not exists (
        select from refused_relations f where (f.term_id, f.kind, f.other_id) = (r.term_id, r.kind, r.other_id)
      )
    order by r.trust, r.vote_count desc, r.name_key, r.term_id
    limit :limit::integer + :offset::integer
  ) as s
),
page as (
  select a.*, row_number() over (order by place_of(a.kind), a.trust, a.vote_count desc, a.name_key, a.other_id) as place
  from (select * from own union all select * from said) as a
  order by place
  limit :limit offset :offset
)
select
  case
    when :is_agreed is false then (
      select count(*)::integer
      from term_relations r
      where
        r.other_id = :id and not r.is_agreed and r.kind in (select k.kind from kinds k)
        and not exists (
          select from refused_relations f where (f.term_id, f.kind, f.other_id) = (r.term_id, r.kind, r.other_id)
        )
    )
    else (select count(*)::integer from own) + (
      select coalesce(sum(n.total), 0)::integer
      from inverse_totals(:id) as n
      where inverse_kind(n.kind) in (select k.kind from kinds k)
    )
  end as total,
  (
    select coalesce(
      json_agg(
        json_build_object(
          'kind', p.kind, 'is_agreed', p.is_agreed,
          'term', json_build_object('id', o.id, 'name', o.name, 'full_name', o.full_name, 'status', o.status)
        )
        order by p.place
      ),
      '[]'
    )
    from page p
    join terms o on o.id = p.other_id
  ) as relations
from terms t
where t.id = :id
