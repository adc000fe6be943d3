-- Whether one of the words of a text, or several in a row, are a name, an alias or the full name of a term, in the singular or
-- plural. Single letters do not count; nor does what comes after the eighth word.
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

-- Tells those who asked for it that a name of one of these terms has been explained, in the statement that adds the name or
-- the definition: by hand or by an import. What discovery suggests explains nothing. Nobody is told of a term of their own, or
-- of what they added to or accepted for someone else's term: the statement also stores the history entry of the term.
create or replace function tell_who_wanted(explained uuid[]) returns void
language sql as $$
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
  left join lateral (
    select h.actor_id from term_history h where h.term_id = t.id order by h.seq desc limit 1
  ) as change on true
  where
    u.is_active and t.owner_id is distinct from r.user_id and change.actor_id is distinct from r.user_id
    and not exists (
      select from audit_events e
      where
        e.target_id = t.id and e.action = 'term.updated' and (e.payload ->> 'version')::integer = t.version
        and (e.payload ->> 'accepted_by')::uuid = r.user_id
    )
  order by r.user_id, r.name, t.id
$$;

create or replace function tell_of_added_names() returns trigger
language plpgsql as $$
begin
  perform tell_who_wanted(array(select distinct term_id from added));
  return null;
end
$$;

create or replace function tell_of_definition() returns trigger
language plpgsql as $$
begin
  perform tell_who_wanted(array[new.id]);
  return null;
end
$$;

create or replace trigger term_names_tell_of_wanted
  after insert on term_names referencing new table as added
  for each statement execute function tell_of_added_names();

create or replace trigger terms_tell_of_wanted
  after update of definition on terms
  for each row when (old.definition = '' and new.definition <> '')
  execute function tell_of_definition();
