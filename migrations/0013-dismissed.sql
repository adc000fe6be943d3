-- Suggestions that an editor dismissed: what discovery does not suggest again, and what restoring one needs.
create table dismissed_suggestions (
  -- the ID of the term, which it has again once it is restored
  id uuid primary key,
  name text not null,
  full_name text,
  definition text not null,
  category text,
  aliases jsonb not null,
  version integer not null check (version > 0),
  owner_id uuid references users on delete set null,
  last_confirmed_at timestamptz not null,
  source text not null,
  created_at timestamptz not null,
  name_key text collate "C" not null generated always as (fold(name)) stored,
  full_name_key text collate "C" not null
    generated always as (coalesce(fold(full_name), '')) stored,
  dismissed_by uuid not null references users,
  dismissed_at timestamptz not null default clock_timestamp()
);

create index dismissed_suggestions_name_idx on dismissed_suggestions (name_key, full_name_key);
create index dismissed_suggestions_time_idx on dismissed_suggestions (dismissed_at desc, id);

-- Pairs of terms that look like duplicates, but have two meanings, as an editor has said.
create table distinct_meanings (
  term_id uuid not null references terms on delete cascade,
  other_id uuid not null references terms on delete cascade,
  decided_by uuid not null references users,
  decided_at timestamptz not null default clock_timestamp(),
  primary key (term_id, other_id),
  check (term_id < other_id)
);

create index distinct_meanings_other_idx on distinct_meanings (other_id);

-- What discovery saw of a suggestion is found by its term.
create index discovery_suggestions_term_idx on discovery_suggestions (term_id);

create index terms_disputed_idx on terms (id) where open_disputes > 0;
