-- The formats of files are listed in lib/schemas/import.ts; lib/db/domains.ts limits their domain.
-- step: transaction
create domain import_format as text;
alter table imports drop constraint imports_format_check, alter column format type import_format;
