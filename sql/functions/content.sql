-- What people write about a term, and its status. Statements that read, compare or write it as a whole call these
-- functions, so that a new field is named here and where docs/dev/architecture.md says ("Adding a field").

-- The content of a term, as its history, the audit log and imports have it.
create or replace function term_content(t terms) returns jsonb
language sql stable parallel safe
return jsonb_build_object(
  'name', t.name, 'full_name', t.full_name, 'definition', t.definition, 'category', t.category, 'in_texts', t.in_texts,
  'aliases', t.aliases, 'links', t.links, 'status', t.status
);

-- The same as documents for readers show it. PostgreSQL inlines it, so it costs nothing beside its columns; building
-- whole terms takes five times as long.
create or replace function shown_content(t terms) returns table (term json)
language sql stable as $$
  select row_to_json(shown)
  from (
    select
      t.name, t.full_name, t.definition, t.category, t.in_texts, t.aliases, t.links, t.status,
      case when t.needs_correction then json_build_object('reasons', reasons_to_correct(t.id)) end as needs_correction
  ) as shown
$$;

-- What changes from one content to another, {field: {from, to}}; null for nothing. Of a new term, whose earlier content
-- is null, what is empty is no change.
create or replace function content_changes(earlier jsonb, later jsonb) returns jsonb
language sql immutable parallel safe
return (
  select jsonb_object_agg(l.field, jsonb_build_object('from', earlier -> l.field, 'to', l.value))
  from jsonb_each(later) as l (field, value)
  where
    l.value is distinct from coalesce(earlier -> l.field, 'null')
    and (earlier is not null or l.value <> case l.field when 'in_texts' then '"auto"' else '[]' end::jsonb)
);

-- The change of one field as the history has it, {field: {from, to}}; {} if it stays the same.
create or replace function field_change(field text, earlier anyelement, later anyelement) returns jsonb
language sql immutable parallel safe as $$
  select
    case
      when earlier is distinct from later
        then jsonb_build_object(field, jsonb_build_object('from', earlier, 'to', later))
      else '{}'
    end
$$;

-- A term after an edit: what the patch does not have stays, and null clears a field. A new name that was an alias is no
-- longer one.
create or replace function edited_term(t terms, patch jsonb) returns terms
language plpgsql stable as $$
declare
  edited terms := jsonb_populate_record(t, patch);
begin
  if fold(edited.name) <> fold(t.name) then
    edited.aliases := (
      select coalesce(jsonb_agg(a.alias order by a.position), '[]')
      from jsonb_array_elements(edited.aliases) with ordinality as a (alias, position)
      where fold(a.alias ->> 'name') <> fold(edited.name)
    );
  end if;
  return edited;
end
$$;

-- Adds terms, each with its first history entry, which says "changes" or, without them, all that the term has. drafts
-- is a JSON array of objects with the columns of a term. A term whose ID or meaning exists is not added. Without a
-- version, a term that was deleted goes on with its next one, because its history stays. Returns the terms that were
-- added.
create or replace function add_terms(
  drafts jsonb, actor_id uuid, changes jsonb default null, import_id uuid default null
) returns setof terms
language plpgsql as $$
begin
  return query
  with created as (
    insert into terms as t (
      id, name, full_name, definition, category, in_texts, aliases, links, status, version, owner_id, last_confirmed_at,
      source,
      created_at
    )
    select
      coalesce(d.id, gen_random_uuid()), d.name, d.full_name, d.definition, d.category, coalesce(d.in_texts, 'auto'),
      coalesce(d.aliases, '[]'), coalesce(d.links, '[]'), d.status,
      coalesce(d.version, (select max(h.version) from term_history h where h.term_id = d.id) + 1, 1), d.owner_id,
      coalesce(d.last_confirmed_at, now()), d.source, coalesce(d.created_at, now())
    from jsonb_populate_recordset(null::terms, drafts) as d
    on conflict do nothing
    returning t as term
  ),
  history as (
    insert into term_history (term_id, version, action, changes, actor_id, import_id)
    select
      (c.term).id, (c.term).version, 'created',
      coalesce(add_terms.changes, content_changes(null, term_content(c.term))),
      add_terms.actor_id, add_terms.import_id
    from created c
  )
  select (c.term).* from created c;
end
$$;

-- Gives terms the content of revisions, rows with their IDs, as a new version with a history entry and, but for an
-- import, an audit event. action is updated or reverted; accepted_by accepted what actor_id proposed. A term that would
-- stay the same does not change. A new text answers every report about the one before, and counts as confirmed,
-- however it comes. Returns the terms that have changed.
create or replace function revise_terms(
  revisions terms[], action text, actor_id uuid, accepted_by uuid default null, note text default null,
  import_id uuid default null
) returns setof terms
-- One term or 500: the plan is the same, so PostgreSQL need not plan it anew.
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  -- Names are locked before a term gets one: whoever adds a term locks the name first, too, and then waits for another
  -- one that has the same meaning. No trigger does so before an update: with one, PostgreSQL computes all of the
  -- columns that it generates with each vote, and locks the term as if its key changed.
  insert into name_meanings as m (loose_key, meanings)
  select distinct n.loose_key, 0
  from unnest(revisions) as r
  join terms t on t.id = r.id
  cross join lateral (values (loose(t.name)), (loose(r.name))) as n (loose_key)
  where r.name <> t.name and loose(r.name) <> loose(t.name)
  order by n.loose_key
  on conflict (loose_key) do update set meanings = m.meanings;
  return query
  with revision as (
    select r.*, c.changes, c.changes ?| array['name', 'full_name', 'definition'] as has_new_text
    from unnest(revisions) as r
    join terms t on t.id = r.id
    cross join lateral (select content_changes(term_content(t), term_content(r)) as changes) as c
  ),
  revised as (
    update terms t
    set
      name = r.name, full_name = r.full_name, definition = r.definition, category = r.category, in_texts = r.in_texts,
      aliases = r.aliases, links = r.links, status = r.status,
      last_confirmed_at = case when r.has_new_text then now() else t.last_confirmed_at end,
      is_stale = t.is_stale and not r.has_new_text,
      needs_correction = t.needs_correction and not r.has_new_text,
      version = t.version + 1, updated_at = now()
    from revision r
    where t.id = r.id and r.changes is not null
    returning t as term, r.changes, r.has_new_text
  ),
  answered as (
    update disputes d
    set corrected_version = (r.term).version
    from revised r
    where
      d.term_id = (r.term).id and d.corrected_version is null and r.has_new_text
  ),
  history as (
    insert into term_history (term_id, version, action, changes, actor_id, accepted_by, note, import_id)
    select
      (r.term).id, (r.term).version,
      case when r.changes - 'status' = '{}' then 'status_changed' else revise_terms.action end,
      r.changes, revise_terms.actor_id, revise_terms.accepted_by, revise_terms.note, revise_terms.import_id
    from revised r
  ),
  audit as (
    insert into audit_events (actor_id, action, target_type, target_id, payload)
    select
      revise_terms.actor_id, 'term.' || revise_terms.action, 'term', (r.term).id,
      jsonb_strip_nulls(jsonb_build_object('accepted_by', revise_terms.accepted_by))
        || jsonb_build_object('name', (r.term).name, 'version', (r.term).version, 'changes', r.changes)
    from revised r
    where revise_terms.import_id is null
  )
  select (r.term).* from revised r;
end
$$;
