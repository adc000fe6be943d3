-- How people call a term: names that they looked up in vain before they went on to it. `refused_at` is when somebody decided that the name
-- is none of the term.
create table learned_names (
  id uuid primary key default gen_random_uuid(),
  name_key text collate "C" not null,
  term_id uuid not null references terms on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null default clock_timestamp(),
  refused_at timestamptz,
  unique (name_key, term_id)
);

create index learned_names_term_idx on learned_names (term_id);

-- How many people did so in a week (from Monday, UTC).
create table learned_weeks (
  learned_id uuid not null references learned_names on delete cascade,
  week date not null,
  people integer not null default 0 check (people >= 0),
  primary key (learned_id, week)
);

create index learned_weeks_listed_idx on learned_weeks (learned_id) where people >= 2;

-- Who did so, hashed as in wanted_people.
create table learned_people (
  learned_id uuid not null,
  week date not null,
  person_hash bytea not null check (octet_length(person_hash) = 32),
  primary key (learned_id, week, person_hash),
  foreign key (learned_id, week) references learned_weeks on delete cascade
);
