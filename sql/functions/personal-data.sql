-- Erasing a person (contract, section 19). The account stays, as that of an erased user, because history and audit log
-- refer to it.

-- A JSON value without a person: the name of the person object with their ID is replaced, and so is what matches the
-- regular expressions of `traces_of` in a string.
create or replace function without_person(value jsonb, person uuid, details text, words text) returns jsonb
language plpgsql immutable parallel safe as $$
begin
  case jsonb_typeof(value)
    when 'string' then
      return to_jsonb(without_traces(value #>> '{}', details, words));
    when 'array' then
      return (
        select coalesce(jsonb_agg(without_person(a.element, person, details, words) order by a.place), '[]')
        from jsonb_array_elements(value) with ordinality as a (element, place)
      );
    when 'object' then
      return (
        select coalesce(jsonb_object_agg(
          o.key,
          case
            when o.key = 'display_name' and value ->> 'id' = person::text then to_jsonb('Erased user'::text)
            else without_person(o.field, person, details, words)
          end
        ), '{}')
        from jsonb_each(value) as o (key, field)
      );
    else
      return value;
  end case;
end
$$;

-- Every column that can contain text about a person. The names of terms stay, and so do accounts and what is unique.
-- Terms are erased by `erase_person_from_terms`, because what they are called is unique, too. The logs grow for ever,
-- and their entries are numbered (seq).
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
  and c.relname not in (
    'users', 'term_names', 'wanted_names', 'wanted_requests', 'learned_names', 'lookup_trails', 'function_files',
    'migrations'
  )
  and (c.relname <> 'dismissed_suggestions' or a.attname in ('full_name', 'definition', 'category', 'links', 'content'))
  and (c.relname <> 'terms' or a.attname in ('full_name', 'definition', 'category', 'aliases', 'links'));

-- Removes a person from a column: from all rows, or from those that a condition with $5 and $6 selects.
create or replace function erase_text(
  person uuid, names text[], place texts_about_people, condition text, first bigint, last bigint
) returns void
language plpgsql as $$
declare
  traces record;
begin
  select * into strict traces from traces_of(person, names);
  execute format(
    'update %1$I set %2$I = ' || case place.type
      when 'jsonb' then 'without_person(%2$I, $2, $3, $4)'
      when 'text[]' then
        '(select array_agg(without_traces(e, $3, $4) order by n) from unnest(%2$I) with ordinality as a (e, n))'
      else 'without_traces(%2$I, $3, $4)'
    end || ' where sought_text(%2$I::text) like any ($1) and ' || condition,
    place.table_name, place.column_name
  ) using traces.signs, person, traces.details, traces.words, first, last;
end
$$;

-- The texts of a column that may contain a person, in all rows or in those that a condition with $5 and $6 selects.
-- Where the person is recorded as such, the name is replaced already.
create or replace function texts_with(
  person uuid, names text[], place texts_about_people, condition text, first bigint, last bigint
) returns setof text
language plpgsql stable as $$
begin
  return query execute format(
    'select t from %1$I as r, lateral (' || case place.type
      when 'jsonb' then
        'select s #>> ''{}'' from jsonb_path_query(without_person(r.%2$I, $2, $3, $4), ''strict $.**'') as s
         where jsonb_typeof(s) = ''string'''
      when 'text[]' then 'select unnest(r.%2$I)'
      else 'select r.%2$I'
    end || ') as x (t) where sought_text(r.%2$I::text) like any ($1) and ' || condition,
    place.table_name, place.column_name
  ) using (select signs from traces_of(person, names)), person, as_whole_words(null), as_whole_words(null), first, last;
end
$$;

-- Finds the texts that have each of some names of a person, as hashes and with up to ten examples: those of a log after
-- one of its entries (its seq), :most at a time, or those of all other tables if `log` is null. `last` is the last of
-- the entries, or null. What people looked up has a name already if it has its longest word, in any case.
create or replace function texts_with_names(person uuid, names text[], log text, after bigint, most integer)
returns table (name text, seen bigint[], examples text[], last bigint)
language plpgsql stable as $$
declare
  last_entry bigint;
begin
  if log is not null then
    execute format('select max(seq) from (select seq from %I where seq > $1 order by seq limit $2) as e', log)
    into last_entry using after, most;
  end if;
  return query
  with texts as materialized (
    select t collate "und-x-icu" as t
    from
      texts_about_people p,
      texts_with(
        person, names, p, case when log is null then 'true' else 'seq > $5 and seq <= $6' end, after, last_entry
      ) as t
    where case when log is null then not p.is_log else p.table_name = log end
  ),
  looked_up as materialized (
    select w.name from wanted_names w where log is null
    union select r.name from wanted_requests r where log is null
    union select l.name from learned_names l where log is null
  )
  select
    n,
    array_agg(distinct hashtextextended(x.t, 0)) filter (where x.t is not null),
    (array_agg(x.example) filter (where x.t is not null))[1:10],
    last_entry
  from unnest(names) as n
  cross join lateral (
    select
      case when strpos(n, ' ') > 0 and not is_exact(n) then '(?i)' else '(?c)' end as option,
      as_whole_words(
        coalesce(names_pattern(array[n, plain_text(n)]), words_pattern(array[n, plain_text(n)]))
      ) as pattern
  ) as how
  left join lateral (
    select seen.t, substring(seen.t, how.option || '.{0,50}' || how.pattern || '.{0,50}') as example
    from texts, lateral (
      select case when texts.t ~ (how.option || how.pattern) then texts.t else plain_text(texts.t) end as t
    ) as seen
    where seen.t ~ (how.option || how.pattern)
    union all
    select u.name, u.name
    from looked_up u, traces_of(person, array[n]) as traces
    where loose(u.name) = loose(n) or not is_exact(n) and sought_text(u.name) like any (traces.signs)
  ) as x on true
  group by n;
end
$$;

-- The aliases that have a letter or digit: of others, an erasure has left nothing.
create or replace function written_aliases(aliases jsonb) returns jsonb
language sql immutable parallel safe
return (
  select coalesce(jsonb_agg(a.alias order by a.place), '[]')
  from jsonb_array_elements(aliases) with ordinality as a (alias, place)
  where a.alias ->> 'name' ~ '[[:alnum:]]'
);

-- Removes a person from the terms after an ID, up to another one. What would
-- then be the meaning of another term gets the beginning of its ID.
create or replace function erase_person_from_terms(person uuid, names text[], after uuid, last uuid) returns void
language plpgsql as $$
declare
  traces record;
  term terms;
begin
  select * into strict traces from traces_of(person, names);
  for term in
    select * from terms t
    where
      t.id > after and t.id <= last
      and sought_text(concat_ws(' ', t.full_name, t.definition, t.category, t.aliases::text, t.links::text))
        like any (traces.signs)
    order by t.id
  loop
    term.full_name := without_traces(term.full_name, traces.details, traces.words);
    term.category := without_traces(term.category, traces.details, traces.words);
    if exists (
      select from terms t
      where
        t.id <> term.id and t.name_key = term.name_key
        and t.full_name_key = coalesce(fold(term.full_name), '') and t.category_key = coalesce(fold(term.category), '')
    ) then
      term.full_name := coalesce(left(term.full_name, 280) || ' ', '') || left(term.id::text, 8);
    end if;
    update terms t
    set
      full_name = term.full_name,
      category = term.category,
      definition = without_traces(t.definition, traces.details, traces.words),
      aliases = written_aliases(without_person(t.aliases, person, traces.details, traces.words)),
      links = without_person(t.links, person, traces.details, traces.words)
    where t.id = term.id;
  end loop;
end
$$;

-- Removes the details of a person from the entries of a log after one of them (its seq), :most at a time: a log can be
-- so long that no statement gets through it in time. Returns the last of the entries, or null if there are none.
create or replace function erase_person_from_log(
  person uuid, names text[], log text, after bigint, most integer
) returns bigint
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
  perform erase_text(person, names, p, 'seq > $5 and seq <= $6', after, last)
  from texts_about_people p
  where p.table_name = log;
  return last;
end
$$;

-- Removes the name, email address, Slack ID and client addresses of a person from every table, but for the logs, from
-- which they have been removed before. What the person wrote stays, without these details.
create or replace function erase_person(person uuid, names text[]) returns void
language plpgsql as $$
declare
  own record;
  traces record;
begin
  perform from users where id = person for update;
  delete from outbox_messages
  where kind = 'slack.answer'
    and sought_text(payload::text) like any ((select signs from traces_of(person, names))::text[]);
  select * into strict traces from traces_of(person, names);
  delete from discovery_expansions e
  where without_traces(e.full_name, traces.details, traces.words) <> e.full_name;
  delete from slack_channel_categories c
  where
    without_traces(c.category_key, traces.details, traces.words) <> c.category_key
    or c.category_key in (select fold(trim('"' from n)) from unnest(names) as n);
  delete from wanted_names
  where name_key in (
    select fold(trim('"' from word)) from users u, unnest(details_of(u) || names) as word where u.id = person
  );

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

  perform erase_text(person, names, p, 'true', null, null)
  from texts_about_people p
  where not p.is_log and p.table_name <> 'terms';
  perform erase_person_from_terms(
    person, names, '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  );

  update users
  set
    email = id || '@erased.invalid', display_name = 'Erased user', messaging_user_id = null, role = 'viewer',
    is_active = false, session_generation = session_generation + 1, last_login_at = null, language = null
  where id = person;
end
$$;
