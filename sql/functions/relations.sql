-- Relations between terms. A term says broader, differs_from (which holds both ways) and replaced_by itself; the inverse kinds,
-- narrower and replaces, are what others say of it.

create or replace function inverse_kind(kind text) returns text
language sql immutable parallel safe
return case kind when 'broader' then 'narrower' when 'replaced_by' then 'replaces' else kind end;

-- All relations of a term, in both directions.
create or replace function relations_of(id uuid) returns table (kind text, other_id uuid)
language sql stable as $$
  select r.kind, r.other_id from term_relations r where r.term_id = relations_of.id
  union all
  select inverse_kind(r.kind), r.term_id from term_relations r where r.other_id = relations_of.id
$$;

-- The terms to which one leads over relations of a kind, however many: what it is a part of, or what replaces it.
create or replace function terms_above(id uuid, kind text) returns setof uuid
language sql stable as $$
  with recursive above (id) as (
    select r.other_id from term_relations r where r.term_id = terms_above.id and r.kind = terms_above.kind
    union
    select r.other_id from term_relations r join above a on a.id = r.term_id where r.kind = terms_above.kind
  )
  select a.id from above a
$$;

-- Functions of terms ask these only for terms that have had relations. PostgreSQL puts the question into the statement itself, because
-- such a function has no subquery of its own: a term without relations costs nothing.

create or replace function relations_to_show(id uuid) returns json
language sql stable
return (
  select json_agg(
    json_build_object(
      'kind', r.kind,
      'term', json_build_object(
        'id', o.id, 'name', o.name, 'full_name', o.full_name, 'status', o.status, 'definition', left(o.definition, 400)
      )
    )
    order by
      array_position(array['replaced_by', 'differs_from', 'broader', 'narrower', 'replaces'], r.kind), o.name_key,
      o.full_name_key, o.category_key
  )
  from relations_of(relations_to_show.id) as r
  join terms o on o.id = r.other_id
);

create or replace function versions_of_related(id uuid) returns integer
language sql stable
return (
  select coalesce(sum(case o.id when r.other_id then o.version - r.other_version else o.version - r.term_version end), 0)
  from term_relations r
  join terms o on o.id = case versions_of_related.id when r.term_id then r.other_id else r.term_id end
  where versions_of_related.id in (r.term_id, r.other_id)
);

create or replace function has_replacement(id uuid) returns boolean
language sql stable
return exists (select from term_relations r where r.term_id = has_replacement.id and r.kind = 'replaced_by');

-- The relations of a term for those who show it, with the beginning of the other definitions; null if it never had any.
create or replace function shown_relations(t terms) returns json
language sql stable
return case when t.relation_changes > 0 then relations_to_show(t.id) end;

-- A number that grows with each change of what is shown of the relations of a term: also with a new version of another term.
create or replace function relation_count(t terms) returns integer
language sql stable
return case when t.relation_changes > 0 then t.relation_changes + versions_of_related(t.id) else 0 end;

-- Whether a term is replaced by another one.
create or replace function is_replaced(t terms) returns boolean
language sql stable
return case when t.relation_changes > 0 then has_replacement(t.id) else false end;

-- Writes into the history of both terms that their relation begins ('related') or ends ('unrelated'). An audit event has who did it,
-- unless it is a part of an import or of what happened to one of the terms.
create or replace function record_relation(
  one terms, kind text, other terms, action text, actor_id uuid, import_id uuid
) returns void
language sql as $$
  insert into term_history (term_id, version, action, changes, actor_id, import_id, other_id)
  select
    (h.term).id, (h.term).version, record_relation.action,
    jsonb_build_object(h.kind, case record_relation.action
      when 'related' then jsonb_build_object('from', null, 'to', (h.other).name)
      else jsonb_build_object('from', (h.other).name, 'to', null)
    end),
    record_relation.actor_id, record_relation.import_id, (h.other).id
  from (
    select one as term, record_relation.kind as kind, other as other
    union all
    select other, inverse_kind(record_relation.kind), one
  ) as h
  where exists (select from terms t where t.id = (h.term).id);
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select
    record_relation.actor_id, case record_relation.action when 'related' then 'relation.added' else 'relation.removed' end, 'term',
    one.id,
    jsonb_build_object('name', one.name, 'kind', record_relation.kind, 'other_id', other.id, 'other_name', other.name)
  where record_relation.import_id is null and record_relation.actor_id is not null;
$$;

-- Makes other changes of terms, and of those that they are related to, wait until the transaction ends. All in the order of their
-- IDs, so that two transactions cannot wait for each other: where a relation was added meanwhile, it begins again.
create or replace function lock_related(variadic ids uuid[]) returns void
language plpgsql as $$
declare
  wanted uuid[];
begin
  loop
    wanted := ids || array(select r.other_id from unnest(ids) as i (id) cross join lateral relations_of(i.id) as r);
    begin
      perform from terms t where t.id = any (wanted) order by t.id for update;
      if not exists (
        select from unnest(ids) as i (id) cross join lateral relations_of(i.id) as r where r.other_id <> all (wanted)
      ) then
        return;
      end if;
      raise exception using errcode = 'restrict_violation';
    exception when restrict_violation then
      null; -- This gives the locks back.
    end;
  end loop;
end
$$;

-- Relates a term to another one. Returns what came of it: done, unchanged, missing, self, too_many_relations, already_replaced or cycle.
create or replace function relate_terms(
  term_id uuid, kind text, other_id uuid, actor_id uuid, import_id uuid default null
) returns text
language plpgsql as $$
declare
  one terms;
  other terms;
begin
  if term_id = other_id then
    return 'self';
  end if;
  perform from terms t where t.id in (relate_terms.term_id, relate_terms.other_id) order by t.id for no key update;
  select * into one from terms t where t.id = relate_terms.term_id;
  select * into other from terms t where t.id = relate_terms.other_id;
  if one.id is null or other.id is null then
    return 'missing';
  end if;
  if exists (
    select from relations_of(one.id) r where r.kind = relate_terms.kind and r.other_id = other.id
  ) then
    return 'unchanged';
  end if;
  if kind = 'replaced_by' and is_replaced(one) then
    return 'already_replaced';
  end if;
  if own_relations(one.id) >= 20 or kind = 'differs_from' and own_relations(other.id) >= 20 then
    return 'too_many_relations';
  end if;
  if kind <> 'differs_from' then
    -- Two writers who close a circle together wait for each other here. It comes after the locks of rows, in all transactions.
    perform pg_advisory_xact_lock(hashtext('term_relations'));
    if one.id in (select terms_above(other.id, relate_terms.kind)) then
      return 'cycle';
    end if;
  end if;
  update terms t set relation_changes = t.relation_changes + 1 where t.id in (one.id, other.id);
  if kind = 'differs_from' and one.id > other.id then
    insert into term_relations values (other.id, relate_terms.kind, one.id, other.version, one.version);
  else
    insert into term_relations values (one.id, relate_terms.kind, other.id, one.version, other.version);
  end if;
  perform record_relation(one, relate_terms.kind, other, 'related', relate_terms.actor_id, relate_terms.import_id);
  return 'done';
end
$$;

-- How many relations a term says itself.
create or replace function own_relations(id uuid) returns bigint
language sql stable
return (
  select count(*) from relations_of(own_relations.id) as r where r.kind in ('broader', 'differs_from', 'replaced_by')
);

-- Removes a relation whose terms are locked, and writes it into their history.
create or replace function end_relation(ended term_relations, actor_id uuid, import_id uuid, gone terms default null) returns void
language plpgsql as $$
declare
  one terms;
  other terms;
begin
  select * into one from terms t where t.id = ended.term_id;
  select * into other from terms t where t.id = ended.other_id;
  if one.id is null then
    one := gone;
  elsif other.id is null then
    other := gone;
  end if;
  update terms t
  set relation_changes = t.relation_changes + 1 + case t.id
    when one.id then other.version - ended.other_version
    else one.version - ended.term_version
  end
  where t.id in (one.id, other.id);
  delete from term_relations r where (r.term_id, r.kind, r.other_id) = (ended.term_id, ended.kind, ended.other_id);
  perform record_relation(one, ended.kind, other, 'unrelated', end_relation.actor_id, end_relation.import_id);
end
$$;

-- Ends a relation, if there is one. Returns done, unchanged or missing.
create or replace function unrelate_terms(
  term_id uuid, kind text, other_id uuid, actor_id uuid, import_id uuid default null
) returns text
language plpgsql as $$
declare
  found_relation term_relations;
begin
  perform from terms t where t.id in (unrelate_terms.term_id, unrelate_terms.other_id) order by t.id for no key update;
  if not exists (select from terms t where t.id = unrelate_terms.term_id) then
    return 'missing';
  end if;
  select * into found_relation
  from term_relations r
  where
    r.kind = unrelate_terms.kind
    and (
      (r.term_id, r.other_id) = (unrelate_terms.term_id, unrelate_terms.other_id)
      or r.kind = 'differs_from' and (r.term_id, r.other_id) = (unrelate_terms.other_id, unrelate_terms.term_id)
    );
  if not found then
    return 'unchanged';
  end if;
  perform end_relation(found_relation, unrelate_terms.actor_id, unrelate_terms.import_id);
  return 'done';
end
$$;

-- Moves the relations of a term to the one into which it is merged: those that cannot be there end.
create or replace function move_relations(id uuid, into_id uuid, actor_id uuid) returns void
language plpgsql as $$
declare
  moved term_relations;
begin
  for moved in
    select * from term_relations r where move_relations.id in (r.term_id, r.other_id) order by r.kind, r.term_id, r.other_id
  loop
    perform end_relation(moved, move_relations.actor_id, null);
    perform relate_terms(
      case moved.term_id when move_relations.id then into_id else moved.term_id end, moved.kind,
      case moved.other_id when move_relations.id then into_id else moved.other_id end, move_relations.actor_id
    );
  end loop;
end
$$;

-- Keeps the relations of a deleted term for when it comes back.
create or replace function drop_relations() returns trigger
language plpgsql as $$
declare
  lost term_relations;
begin
  for lost in select * from term_relations r where old.id in (r.term_id, r.other_id) loop
    insert into dropped_relations values (lost.term_id, lost.kind, lost.other_id) on conflict do nothing;
    if exists (select from terms t where t.id in (lost.term_id, lost.other_id)) then
      perform end_relation(lost, null, null, old);
    else
      delete from term_relations r where (r.term_id, r.kind, r.other_id) = (lost.term_id, lost.kind, lost.other_id);
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger terms_drop_relations
  after delete on terms
  for each row when (old.relation_changes > 0) execute function drop_relations();

-- Brings the relations of terms back that were deleted, once both terms are there, unless others stand in their way by now.
create or replace function restore_relations() returns trigger
language plpgsql as $$
declare
  dropped dropped_relations;
begin
  for dropped in
    delete from dropped_relations d
    where
      (d.term_id in (select id from added) or d.other_id in (select id from added))
      and exists (select from terms t where t.id = d.term_id) and exists (select from terms t where t.id = d.other_id)
    returning d.*
  loop
    perform relate_terms(dropped.term_id, dropped.kind, dropped.other_id, null);
  end loop;
  return null;
end
$$;

create or replace trigger terms_restore_relations
  after insert on terms
  referencing new table as added
  for each statement execute function restore_relations();
