-- A term as an import compares rows with it: its content, whether it is protected, and the open proposal that a person
-- has for it (contract, section 15).
create or replace function imported_term(t terms, proposer uuid) returns jsonb
language sql stable parallel safe
return term_content(t) || jsonb_build_object(
  'id', t.id, 'version', t.version, 'is_protected', is_protected(t.status, t.disputed_status),
  'proposal', (
    select jsonb_build_object('id', p.id, 'changes', p.changes)
    from proposals p
    where p.term_id = t.id and p.status = 'open' and p.proposed_by = proposer
  )
);
