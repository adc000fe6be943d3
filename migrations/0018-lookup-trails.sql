-- What people have looked up in vain and not found yet, so that a process learns from what they find at another one.
-- Who they are is hashed with the key of the week; a row is deleted with the first thing that the person finds, or
-- within the hour.
create table lookup_trails (
  person_hash bytea primary key check (octet_length(person_hash) = 32),
  name text not null check (char_length(name) between 1 and 60),
  offered text[] not null check (cardinality(offered) <= 100),
  lost_at timestamptz not null
);
