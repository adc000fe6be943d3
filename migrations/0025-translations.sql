-- What terms say in other languages (contract, section 23).

-- A translation of a term, and the version of the term that it translates (null: none that is known). It has no foreign
-- key to its term: the translations of a deleted term stay for when it comes back, and statements read them with their
-- terms only.
create table translations (
  term_id uuid not null,
  language text not null,
  name text check (char_length(name) between 1 and 120),
  full_name text check (char_length(full_name) between 1 and 300),
  definition text not null check (char_length(definition) between 1 and 4000),
  version integer check (version > 0),
  updated_by uuid references users,
  updated_at timestamptz not null default now(),
  -- The words as they are typed: no dictionary of PostgreSQL knows them in all languages.
  search tsvector not null generated always as (
    to_tsvector('simple', words(coalesce(full_name, '') || ' ' || definition))
  ) stored,
  primary key (term_id, language)
);

create index translations_search_idx on translations using gin (search);

-- The language that a person reads; null for none in particular.
alter table users add column language text;
