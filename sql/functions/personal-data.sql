-- Erasing a person (contract, section 19). The account stays, as that of an erased user, because history and audit log refer
-- to it.

-- A JSON value without a person: the name of the person object with their ID is replaced, and so is every match of the
-- regular expression :details in a string.
create or replace function without_person(value jsonb, person uuid, details text) returns jsonb
language plpgsql immutable parallel safe as $$
begin
  case jsonb_typeof(value)
    when 'string' then
      return to_jsonb(regexp_replace(value #>> '{}', details, '…', 'gi'));
    when 'array' then
      return (
        select coalesce(jsonb_agg(without_person(a.element, person, details) order by a.place), '[]')
        from jsonb_array_elements(value) with ordinality as a (element, place)
      );
    when 'object' then
      return (
        select coalesce(jsonb_object_agg(
          o.key,
          case
            when o.key = 'display_name' and value ->> 'id' = person::text then to_jsonb('Erased user'::text)
            else without_person(o.field, person, details)
          end
        ), '{}')
        from jsonb_each(value) as o (key, field)
      );
    else
      return value;
  end case;
end
$$;

-- What identifies a person wherever it stands: the email address, the Slack ID, and the name if it has several words. A single
-- word may be any word, and is only replaced where it is known to be the name of the person.
create or replace function details_of(u users) returns text[]
language sql immutable as $$
select array_remove(
  array[u.email, u.messaging_user_id, case when u.display_name ~ '\S\s+\S' then u.display_name end], null
)
$$;

create or replace function escape_regexp(word text) returns text
language sql immutable parallel safe
return regexp_replace(word, '([][\\.^$*+?(){}|])', '\\\1', 'g');

-- How to find a person in texts. `details` is a regular expression of what identifies them, as whole words. Whatever has
-- such a word, or the person's ID beside their name, matches one of `signs` in lower case, which takes a fraction of the time.
create or replace function traces_of(person uuid) returns table (details text, signs text[])
language sql stable as $$
with words as (
  select word, to_json(word)::text as json
  from users u, unnest(details_of(u)) as word
  where u.id = person
),
-- JSON has the words as JSON writes them.
signs as (
  select word as sign from words
  union select substr(json, 2, length(json) - 2) from words
  union select person::text
)
select
  (select '(?<![[:alnum:]])(' || string_agg(escape_regexp(word), '|') || ')(?![[:alnum:]])' from words),
  (select array_agg('%' || regexp_replace(lower(sign), '([\\%_])', '\\\1', 'g') || '%') from signs)
$$;

-- Every column that can contain text about a person. The names of terms stay, and so do accounts and what is unique. The logs
-- grow for ever, and their entries are numbered (seq).
create or replace view texts_about_people as
select
  c.relname as table_name, a.attname as column_name, a.atttypid::regtype::text as type,
  c.relname in ('audit_events', 'term_history') as is_log
from pg_class c
join pg_attribute a on a.attrelid = c.oid
where
  c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
  and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)
  and not exists (
    select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey)
  )
  and c.relname not in ('users', 'term_names', 'wanted_names', 'wanted_requests', 'function_files', 'migrations')
  and (c.relname not in ('terms', 'dismissed_suggestions') or a.attname = 'definition');

-- Removes the details of a person from a column: from all rows, or from those that a condition with $4 and $5 selects.
create or replace function erase_text(
  person uuid, place texts_about_people, condition text default 'true', first bigint default null, last bigint default null
) returns void
language plpgsql as $$
declare
  traces record;
begin
  select * into strict traces from traces_of(person);
  execute format(
    'update %1$I set %2$I = ' || case place.type
      when 'jsonb' then 'without_person(%2$I, $2, $3)'
      when 'text[]' then
        '(select array_agg(regexp_replace(e, $3, ''…'', ''gi'') order by n) from unnest(%2$I) with ordinality as a (e, n))'
      else 'regexp_replace(%2$I, $3, ''…'', ''gi'')'
    end || ' where lower(%2$I::text) like any ($1) and ' || condition,
    place.table_name, place.column_name
  ) using traces.signs, person, traces.details, first, last;
end
$$;

-- Removes the details of a person from the entries of a log after one of them (its seq), :most at a time: a log can be so long
-- that no statement gets through it in time. Returns the last of the entries, or null if there are none.
create or replace function erase_person_from_log(person uuid, log text, after bigint, most integer) returns bigint
language plpgsql as $$
declare
  last bigint;
begin
  execute format('select max(seq) from (select seq from %I where seq > $1 order by seq limit $2) as e', log)
  into last using after, most;
  if log = 'audit_events' then
    update audit_events
    set payload = payload || '{"client": null}'
    where
      seq > after and seq <= last
      and (actor_id = person or target_id = person)
      and payload ->> 'client' is not null;
  end if;
  perform erase_text(person, p, 'seq > $4 and seq <= $5', after, last)
  from texts_about_people p
  where p.table_name = log;
  return last;
end
$$;

-- Removes the name, email address, Slack ID and client addresses of a person from every table, but for the logs, from which
-- they have been removed before. What the person wrote stays, without these details.
create or replace function erase_person(person uuid) returns void
language plpgsql as $$
declare
  own record;
begin
  perform from users where id = person for update;
  delete from outbox_messages
  where kind = 'slack.answer' and lower(payload::text) like any ((select signs from traces_of(person))::text[]);
  delete from wanted_names
  where name_key in (select fold(word) from users u, unnest(details_of(u)) as word where u.id = person);

  -- What belongs to the account goes, as it would with the row of the account.
  for own in
    select c.conrelid::regclass as table_name, a.attname as column_name
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'c'
    order by c.conname
  loop
    execute format('delete from %s where %I = $1', own.table_name, own.column_name) using person;
  end loop;

  perform erase_text(person, p) from texts_about_people p where not p.is_log;

  update users
  set
    email = id || '@erased.invalid', display_name = 'Erased user', messaging_user_id = null, role = 'viewer',
    is_active = false, session_generation = session_generation + 1, last_login_at = null
  where id = person;
end
$$;
