// ley lists this file; lib/db/migrate.ts runs the .sql file of the same name.
