-- Links say where a definition comes from: [{"url", "label"}].
alter table terms
  add column links jsonb not null default '[]' check (jsonb_array_length(links) <= 5);

alter table dismissed_suggestions add column links jsonb not null default '[]';

-- How often the relations of a term have changed; 0 if it never had any, so that it costs nothing to know that it has none.
alter table terms add column relation_changes integer not null default 0;

-- Relations between two terms, as one of them says them: it differs from the other (stored once, the smaller ID first), is a kind or a
-- part of it, or is replaced by it, with the versions that both had then. Triggers remove those of a deleted term.
create table term_relations (
  term_id uuid not null,
  kind text not null check (kind in ('broader', 'differs_from', 'replaced_by')),
  other_id uuid not null,
  term_version integer not null,
  other_version integer not null,
  primary key (term_id, kind, other_id),
  check (term_id <> other_id and (kind <> 'differs_from' or term_id < other_id))
);

create unique index term_relations_replaced_idx on term_relations (term_id) where kind = 'replaced_by';
create index term_relations_other_idx on term_relations (other_id);

-- Relations of deleted terms, for when these come back.
create table dropped_relations (
  term_id uuid not null,
  kind text not null,
  other_id uuid not null,
  primary key (term_id, kind, other_id)
);

create index dropped_relations_other_idx on dropped_relations (other_id);

-- The other term of a history entry 'related' or 'unrelated'.
alter table term_history add column other_id uuid;

-- How many lookups a term has answered on a day (UTC).
create table term_lookups (
  term_id uuid not null,
  day date not null,
  lookups integer not null,
  primary key (term_id, day)
);
