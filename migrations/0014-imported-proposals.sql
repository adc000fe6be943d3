-- Proposals know the import that made them instead of changing protected terms: its undo withdraws those that are open.
-- step: transaction
alter table proposals add column if not exists import_id uuid references imports;
-- step: concurrently
create index concurrently if not exists proposals_import_idx on proposals (import_id) where import_id is not null;
