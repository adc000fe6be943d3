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

-- Every column that can contain text about a person. The names of terms stay, and so do accounts and what is unique.
create or replace view texts_about_people as
select c.relname as table_name, a.attname as column_name, a.atttypid::regtype::text as type
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

-- Removes the name, email address, Slack ID and client addresses of a person from every table. What the person wrote stays,
-- without these details.
create or replace function erase_person(person uuid) returns void
language plpgsql as $$
declare
  erased users;
  -- Regular expressions: of the details as whole words, and of texts in which they may be.
  details text;
  suspects text;
  place texts_about_people;
begin
  select * into strict erased from users where id = person for update;
  select
    '(?<![[:alnum:]])(' || string_agg(escape_regexp(word), '|') || ')(?![[:alnum:]])',
    -- JSON has the words as JSON writes them, and the person's ID with their name.
    string_agg(escape_regexp(word) || '|' || escape_regexp(substr(json, 2, length(json) - 2)), '|') || '|' || person
  into details, suspects
  from (select word, to_json(word)::text as json from unnest(details_of(erased)) as word) as w;

  delete from outbox_messages
  where user_id = person or (kind = 'slack.answer' and payload::text ~* suspects);
  delete from inbox_entries where user_id = person;
  delete from identities where user_id = person;
  delete from api_tokens where user_id = person;
  delete from agents where user_id = person;
  delete from term_follows where user_id = person;
  delete from category_follows where user_id = person;
  delete from wanted_requests where user_id = person;
  delete from wanted_names where name_key in (select fold(word) from unnest(details_of(erased)) as word);

  update audit_events
  set payload = payload || '{"client": null}'
  where (actor_id = person or target_id = person) and payload ? 'client';

  for place in select * from texts_about_people loop
    execute format(
      'update %1$I set %2$I = ' || case place.type
        when 'jsonb' then 'without_person(%2$I, $2, $3)'
        when 'text[]' then
          '(select array_agg(regexp_replace(e, $3, ''…'', ''gi'') order by n) from unnest(%2$I) with ordinality as a (e, n))'
        else 'regexp_replace(%2$I, $3, ''…'', ''gi'')'
      end || ' where %2$I::text ~* $1',
      place.table_name, place.column_name
    ) using suspects, person, details;
  end loop;

  update users
  set
    email = id || '@erased.invalid', display_name = 'Erased user', messaging_user_id = null, role = 'viewer',
    is_active = false, session_generation = session_generation + 1, last_login_at = null
  where id = person;
end
$$;
