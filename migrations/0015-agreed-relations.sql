-- What somebody says of a term that they may not edit stands beside their own term until the others agree; what there
-- is so far is agreed. A relation keeps what its term is sorted by, and others are counted, so that the first of many
-- are read without the rest. Whether a term ever had relations is known from its history, and their part of its tag is
-- made of what is shown, so that relating changes no terms.
-- step: transaction
alter table term_relations
  add column if not exists is_agreed boolean not null default true,
  add column if not exists trust integer,
  add column if not exists vote_count integer,
  add column if not exists name_key text collate "C";

alter table dropped_relations add column if not exists is_agreed boolean not null default true;

-- Relations that whoever may edit the other term does not want to be asked about.
create table if not exists refused_relations (
  term_id uuid not null,
  kind text not null,
  other_id uuid not null,
  primary key (term_id, kind, other_id)
);
create index if not exists refused_relations_other_idx on refused_relations (other_id);

-- How many relations others say of a term with its agreement. Long transactions count in slots of their own.
create table if not exists relation_totals (
  term_id uuid not null,
  kind text not null,
  slot integer not null,
  total integer not null,
  primary key (term_id, kind, slot)
);
-- step: batches
update term_relations r
set
  trust = array_position(array['official', 'community', 'pending', 'suggested'], t.status), vote_count = t.vote_count,
  name_key = t.name_key
from terms t
where
  t.id = r.term_id
  and (r.term_id, r.kind, r.other_id) in (
    select u.term_id, u.kind, u.other_id from term_relations u where u.trust is null limit 2000
  );
-- step: concurrently
create index concurrently if not exists term_relations_said_idx
on term_relations (other_id, is_agreed, kind, trust, vote_count desc, name_key, term_id);
-- step: concurrently
drop index concurrently if exists term_relations_other_idx;
-- step: concurrently
create unique index concurrently if not exists term_relations_pair_idx
on term_relations (least(term_id, other_id), greatest(term_id, other_id)) where kind = 'differs_from';
-- step: concurrently
create index concurrently if not exists term_history_related_idx on term_history (term_id) where action = 'related';
-- step: transaction
drop trigger if exists terms_drop_relations on terms;
drop trigger if exists terms_restore_relations on terms;
drop function if exists drop_relations(), restore_relations(), relations_to_show(uuid), versions_of_related(uuid),
  has_replacement(uuid), shown_relations(terms), relation_count(terms), is_replaced(terms), exported_relations(terms),
  relations_to_export(uuid), called(terms), terms_called(text), undo_relations(uuid, uuid),
  move_relations(uuid, uuid, uuid), unrelate_terms(uuid, text, uuid, uuid, uuid),
  relate_terms(uuid, text, uuid, uuid, uuid), end_relation(term_relations, uuid, uuid, terms),
  record_relation(terms, text, terms, text, uuid, uuid), lock_related(uuid[]), own_relations(uuid),
  terms_above(uuid, text), relations_of(uuid);

alter table term_relations
  drop constraint if exists term_relations_check,
  add constraint term_relations_check check (term_id <> other_id),
  alter column trust set not null,
  alter column vote_count set not null,
  alter column name_key set not null,
  drop column if exists term_version,
  drop column if exists other_version;

alter table terms drop column if exists relation_changes;

insert into relation_totals (term_id, kind, slot, total)
select
  r.other_id, case r.kind when 'broader' then 'narrower' when 'replaced_by' then 'replaces' else r.kind end, 0, count(*)
from term_relations r
group by r.other_id, r.kind
on conflict do nothing;
