-- How many lookups of a day found something. Nothing says who asked, or for what.
create table lookup_days (
  day date primary key,
  answered integer not null default 0 check (answered >= 0),
  unanswered integer not null default 0 check (unanswered >= 0)
);

-- Names that were looked up and not found, per week (from Monday, UTC) and surface. name is how it was typed last. people
-- is how many people asked in that week.
create table wanted_names (
  week date not null,
  name_key text collate "C" not null,
  name text not null check (char_length(name) between 1 and 60),
  from_page integer not null default 0,
  from_lookup integer not null default 0,
  from_slack integer not null default 0,
  from_mcp integer not null default 0,
  people integer not null default 0 check (people >= 0),
  last_asked_at timestamptz not null default clock_timestamp(),
  primary key (week, name_key)
);

create index wanted_names_name_idx on wanted_names (name_key);
create index wanted_names_shown_idx on wanted_names (name_key) where people >= 2;

-- Who asked, as a hash that differs for each name and week, so that the same person is not counted twice. Without the key
-- of the week, nobody can tell whose hash it is, or which hashes are of the same person. Keys and hashes are deleted when
-- the week is over.
create table wanted_keys (
  week date primary key,
  key bytea not null check (octet_length(key) = 32)
);

create table wanted_people (
  week date not null,
  name_key text collate "C" not null,
  person_hash bytea not null check (octet_length(person_hash) = 32),
  primary key (week, name_key, person_hash),
  foreign key (week, name_key) references wanted_names on delete cascade
);

-- Who wants to be told when a name has been added.
create table wanted_requests (
  name_key text collate "C" not null,
  user_id uuid not null references users on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null default clock_timestamp(),
  primary key (name_key, user_id)
);

create index wanted_requests_user_idx on wanted_requests (user_id);
