-- How relations are stored: with their history, in the order in which they are shown, and counted.

-- Whoever adds relations lets others wait from here until the transaction ends, so that circles cannot be closed by two
-- at once. It comes after the locks of rows, in all transactions.
create or replace function lock_relations() returns void
language sql volatile
begin atomic
  select pg_advisory_xact_lock(hashtext('term_relations'));
end;

-- Writes into the history of terms that relations begin ('related') or end ('unrelated'): of those that say them,
-- unless in_own is false, and of the others where they are agreed.
create or replace function record_relations(
  relations term_relations[], action text, actor_id uuid, import_id uuid default null, in_own boolean default true
) returns void
language sql as $$
  insert into term_history (term_id, version, action, changes, actor_id, import_id, other_id)
  select
    t.id, t.version, record_relations.action,
    jsonb_build_object(s.kind, case record_relations.action
      when 'related' then jsonb_build_object('from', null, 'to', o.name)
      else jsonb_build_object('from', o.name, 'to', null)
    end),
    record_relations.actor_id, record_relations.import_id, o.id
  from (
    select r.term_id, r.kind, r.other_id from unnest(relations) as r where in_own
    union all
    select r.other_id, inverse_kind(r.kind), r.term_id from unnest(relations) as r where r.is_agreed
  ) as s
  join terms t on t.id = s.term_id
  join terms o on o.id = s.other_id
$$;

-- Stores relations, with their history. relations is a JSON array of {term_id, kind, other_id, is_agreed}; what is
-- there already stays as it is. Returns those that are new.
create or replace function add_relations(relations jsonb, actor_id uuid, import_id uuid default null)
returns setof term_relations
language plpgsql as $$
declare
  added term_relations[];
begin
  with stored as (
    insert into term_relations as r (term_id, kind, other_id, is_agreed, trust, vote_count, name_key)
    select t.id, n.kind, n.other_id, n.is_agreed, trust(t.status), t.vote_count, t.name_key
    from jsonb_to_recordset(relations) as n (term_id uuid, kind text, other_id uuid, is_agreed boolean)
    join terms t on t.id = n.term_id
    on conflict do nothing
    returning r
  )
  select array_agg(s.r) into added from stored s;
  perform record_relations(added, 'related', actor_id, import_id);
  return query select * from unnest(added);
end
$$;

-- A relation has what the term that says it is sorted by, so that the first of many are found by an index.
create or replace function rank_relations() returns trigger
language plpgsql as $$
begin
  update term_relations r
  set trust = trust(new.status), vote_count = new.vote_count, name_key = new.name_key
  where r.term_id = new.id;
  return null;
end
$$;

create or replace trigger terms_rank_relations
  after update of name, status, vote_count on terms
  for each row
  when ((old.name_key, old.status, old.vote_count) is distinct from (new.name_key, new.status, new.vote_count))
  execute function rank_relations();

-- Counts what others say of terms (table relation_totals). In the order of their IDs, so that two writers of the same
-- slot cannot deadlock.
create or replace function count_relations() returns trigger
language plpgsql as $$
begin
  insert into relation_totals as n (term_id, kind, slot, total)
  select
    c.other_id, inverse_kind(c.kind) as inverse, count_slot(), case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed c
  where c.is_agreed
  group by c.other_id, inverse
  order by c.other_id, inverse
  on conflict (term_id, kind, slot) do update set total = n.total + excluded.total;
  return null;
end
$$;

create or replace trigger term_relations_count_added
  after insert on term_relations referencing new table as changed
  for each statement execute function count_relations();

create or replace trigger term_relations_count_ended
  after delete on term_relations referencing old table as changed
  for each statement execute function count_relations();

-- A refusal can turn a relation round, which the other term was counted for before.
create or replace function count_agreed_relation() returns trigger
language plpgsql as $$
begin
  insert into relation_totals as n (term_id, kind, slot, total)
  values (
    case when new.is_agreed then new.other_id else old.other_id end, inverse_kind(new.kind), count_slot(),
    case when new.is_agreed then 1 else -1 end
  )
  on conflict (term_id, kind, slot) do update set total = n.total + excluded.total;
  return null;
end
$$;

create or replace trigger term_relations_count_agreed
  after update of is_agreed on term_relations
  for each row when (old.is_agreed <> new.is_agreed) execute function count_agreed_relation();

-- Exports show relations (sql/functions/glossary-changes.sql).
create or replace trigger term_relations_record_change
  after insert or delete or update of is_agreed on term_relations
  for each statement execute function record_glossary_change();
