-- Undoes an import for up to :limit terms, those whose history entries follow :after_seq, in the order of these
-- entries. A term that the import created is deleted; one that it changed returns to its earlier content as a new
-- version, with a history entry. A term is kept if someone has changed it, voted for it or proposed a change since, if
-- it would be deleted and someone follows it, or if its earlier name has :max_meanings meanings by now, or is that of
-- another term with this full name and category. Run import/lock-changed before it. Returns one row per term: the
-- position of its history entry, its name and what happened.
with entry as (
  select h.seq, h.term_id, h.action, h.changes, h.created_at
  from term_history h
  where
    h.import_id = :import_id::uuid
    and h.action not in ('reverted', 'related', 'unrelated', 'translated', 'translation_removed')
    and h.seq > :after_seq::bigint
  order by h.seq
  limit :limit
),
current as (
  select e.seq, t as term, t.*
  from terms t
  join entry e on e.term_id = t.id
),
earlier as (
  select
    e.seq,
    jsonb_populate_record(
      t.term, (select jsonb_object_agg(c.field, c.change -> 'from') from jsonb_each(e.changes) as c (field, change))
    ) as term
  from entry e
  join current t using (seq)
),
decided as (
  select
    e.seq, e.term_id, e.changes, coalesce(t.name, e.changes -> 'name' ->> 'to', '') as name,
    case
      when t.id is null then 'gone'
      when exists (
        select from term_history h
        where h.term_id = e.term_id and h.seq > e.seq and h.import_id is distinct from :import_id::uuid
      ) then 'changed'
      when exists (select from votes v where v.term_id = e.term_id and v.created_at > e.created_at)
        then 'voted'
      when exists (select from proposals p where p.term_id = e.term_id and p.created_at > e.created_at)
        then 'proposed'
      when e.action = 'created' and exists (select from term_follows f where f.term_id = e.term_id)
        then 'followed'
      when e.action = 'created' then 'deleted'
      when exists (
        select from terms o
        where
          o.id <> e.term_id and o.name_key = fold((b.term).name)
          and o.full_name_key = coalesce(fold((b.term).full_name), '')
          and o.category_key = coalesce(fold((b.term).category), '')
      ) then 'taken'
      when exists (
        select from name_meanings m
        where
          m.loose_key = loose((b.term).name) and m.loose_key <> loose(t.name) and m.meanings >= :max_meanings::integer
      ) then 'full'
      else 'reverted'
    end as outcome
  from entry e
  left join current t on t.seq = e.seq
  left join earlier b on b.seq = e.seq
),
deleted as (
  delete from terms t using decided d where t.id = d.term_id and d.outcome = 'deleted'
),
reverted as (
  select count(*) as total
  from revise_terms(
    array(
      select b.term from decided d join earlier b on b.seq = d.seq where d.outcome = 'reverted' order by d.seq
    ),
    'reverted', :actor_id, import_id => :import_id
  )
)
select d.seq::text as seq, d.term_id, d.name, d.outcome
from decided d
cross join reverted
order by d.seq
