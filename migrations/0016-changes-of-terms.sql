-- The latest text of a term, or its latest confirmation, is found however many relations, votes and reports came later.
-- And terms have no trigger before an update any more: with one, PostgreSQL computed all generated columns with each
-- vote, and locked the term as if its key changed, so that whoever relates to it waited.
-- step: concurrently
create index concurrently if not exists term_history_texts_idx on term_history (term_id, seq desc)
where action in ('created', 'updated', 'confirmed', 'reverted');
-- step: transaction
drop trigger if exists terms_end_need_of_correction on terms;
drop function if exists end_need_of_correction();
