-- The terms that have been merged into others. into_id is a term that exists: when that is merged in turn, or deleted,
-- these rows follow it.
create table merged_terms (
  id uuid primary key,
  into_id uuid not null references terms on delete cascade,
  check (id <> into_id)
);

create index merged_terms_into_idx on merged_terms (into_id);
