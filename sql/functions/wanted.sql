-- Whether one of the words of a text, or several in a row, are a name, an alias or the full name of a term, in the
-- singular or plural. Single letters do not count; nor does what comes after the eighth word.
create or replace function contains_known_name(value text) returns boolean
language sql stable
return exists (
  select
  from (select regexp_split_to_array(value, '[[:space:]/,;:()"-]+') as words) as w
  cross join generate_series(1, 8) as first
  cross join generate_series(first, 8) as last
  cross join loose(array_to_string(w.words[first:last], ' ')) as part
  join term_names n on n.loose_key in (part, regexp_replace(part, 's$', ''), regexp_replace(part, 'es$', ''))
  where last <= cardinality(w.words) and char_length(n.loose_key) >= 2
);

-- The key with which the people of the current week are hashed, so that nobody can tell who they are once it is gone;
-- a new one is used if the week has none yet.
create or replace function key_of_week(new_key bytea) returns wanted_keys
language sql as $$
  insert into wanted_keys (week, key)
  values (date_trunc('week', now() at time zone 'UTC')::date, new_key)
  on conflict (week) do update set week = excluded.week
  returning *
$$;

-- Stores that a user wants to be told when a name has been added, unless a term has it. Returns the ID of a term that
-- has it, or null. Whoever asks locks all names alone, and whoever adds names locks them together with others, when
-- their transaction ends: so one of the two sees what the other has done.
create or replace function request_wanted(name text, user_id uuid) returns uuid
language plpgsql as $$
declare
  existing uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('glossary.wanted', 0));
  select n.term_id into existing from term_names n where n.loose_key = loose(request_wanted.name)
  order by n.term_id limit 1;
  if existing is null then
    insert into wanted_requests (name_key, user_id, name)
    values (loose(request_wanted.name), request_wanted.user_id, request_wanted.name)
    on conflict do nothing;
  end if;
  return existing;
end
$$;

-- Tells those who asked for it that a name of one of these terms has been explained, when the transaction ends that
-- adds the name or the definition: by hand or by an import. What discovery suggests explains nothing. Nobody is told of
-- a term of their own, or of what they added to or accepted for someone else's term in this transaction.
create or replace function tell_who_wanted(explained uuid[]) returns void
language sql as $$
  select pg_advisory_xact_lock_shared(hashtextextended('glossary.wanted', 0));
  -- In an order in which two transactions cannot wait for each other.
  select
  from wanted_requests r
  where r.name_key in (select n.loose_key from term_names n where n.term_id = any (explained))
  order by r.name_key, r.user_id
  for update;
  with taken as (
    delete from wanted_requests r
    using term_names n
    join terms t on t.id = n.term_id
    where n.term_id = any (explained) and t.definition <> '' and r.name_key = n.loose_key
    returning r.user_id, r.name, n.term_id
  )
  insert into inbox_entries (user_id, kind, term_id, term_name, detail)
  select distinct on (r.user_id, r.name) r.user_id, 'wanted_added', t.id, t.name, jsonb_build_object('wanted', r.name)
  from taken r
  join terms t on t.id = r.term_id
  join users u on u.id = r.user_id
  where
    u.is_active and t.owner_id is distinct from r.user_id
    and not exists (
      select from term_history h
      where h.term_id = t.id and h.created_at >= now() and r.user_id in (h.actor_id, h.accepted_by)
    )
  order by r.user_id, r.name, t.id
$$;

-- Once for all names that the transaction has added. Usually nobody waits, and to plan what tells them takes as long
-- as to add a term.
create or replace function tell_of_added_names() returns trigger
language plpgsql as $$
declare
  this xid8 := pg_current_xact_id();
begin
  if current_setting('glossary.told_in', true) is distinct from this::text then
    perform set_config('glossary.told_in', this::text, true);
    perform tell_who_wanted(array(select distinct n.term_id from term_names n where n.added_in = this))
    where exists (select from wanted_requests);
  end if;
  return null;
end
$$;

create or replace function tell_of_definition() returns trigger
language plpgsql as $$
begin
  perform tell_who_wanted(array[new.id]) where exists (select from wanted_requests);
  return null;
end
$$;

-- Triggers that fire when the transaction ends cannot be replaced.
drop trigger if exists term_names_tell_of_wanted on term_names;
create constraint trigger term_names_tell_of_wanted
  after insert on term_names deferrable initially deferred
  for each row execute function tell_of_added_names();

drop trigger if exists terms_tell_of_wanted on terms;
create constraint trigger terms_tell_of_wanted
  after update of definition on terms deferrable initially deferred
  for each row when (old.definition = '' and new.definition <> '')
  execute function tell_of_definition();
