import type { Sql } from 'postgres'

type Row = { text: string }

const heading = `-- The schema, as a migrated database has it. tests/schema-document.test.ts compares it, and writes it with UPDATE_SCHEMA=true.
-- migrations/ and sql/functions/ explain it; the functions' texts are there.
`

/**
 * Describes the schema of a database as SQL, from PostgreSQL's catalog: domains, functions by their signatures, tables
 * with their columns, constraints, indexes and triggers, and views. What each server writes in its own way is left out:
 * the texts of functions and views.
 */
export async function describeSchema(sql: Sql): Promise<string> {
  const parts = [domains, functions, tables, views]
  const rows: Row[] = []
  for (const part of parts) rows.push(...(await sql.unsafe<Row[]>(part)))
  return [heading, ...rows.map(({ text }) => text)].join('\n')
}

const domains = `
  select
    format(E'create domain %s as %s%s;\\n', t.typname, format_type(t.typbasetype, t.typtypmod), string_agg(
      E'\\n  constraint ' || c.conname || ' ' || pg_get_constraintdef(c.oid), '' order by c.conname
    )) as text
  from pg_type t
  left join pg_constraint c on c.contypid = t.oid and c.contype = 'c'
  where t.typtype = 'd' and t.typnamespace = 'public'::regnamespace
  group by t.oid
  order by t.typname collate "C"`

/** Functions of extensions are left out. */
const functions = `
  select format(
    E'-- function %s(%s) returns %s%s', p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid),
    case when row_number() over (order by p.proname collate "C" desc, p.oid) = 1 then E'\\n' else '' end
  ) as text
  from pg_proc p
  where
    p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname collate "C", p.oid`

const tables = `
  select
    format(
      E'create %stable %s (\\n%s\\n)%s;\\n%s',
      case when t.relpersistence = 'u' then 'unlogged ' else '' end,
      t.relname,
      concat_ws(E',\\n', columns.text, constraints.text),
      ' with (' || array_to_string(t.reloptions, ', ') || ')',
      concat(indexes.text, triggers.text)
    ) as text
  from pg_class t
  cross join lateral (
    select string_agg(
      format(
        '  %s %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attcollation <> ty.typcollation then ' collate "' || co.collname || '"' end,
        case when a.attnotnull then ' not null' end,
        case
          when a.attidentity <> '' then ' generated always as identity'
          when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
          else ' default ' || pg_get_expr(d.adbin, d.adrelid)
        end
      ),
      E',\\n' order by a.attnum
    ) as text
    from pg_attribute a
    join pg_type ty on ty.oid = a.atttypid
    left join pg_collation co on co.oid = a.attcollation
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  ) as columns
  cross join lateral (
    select string_agg(
      '  constraint ' || c.conname || ' ' || pg_get_constraintdef(c.oid), E',\\n'
      order by position(c.contype in 'pufc'), c.conname collate "C"
    ) as text
    from pg_constraint c
    where c.conrelid = t.oid and c.contype in ('p', 'u', 'f', 'c')
  ) as constraints
  cross join lateral (
    select string_agg(replace(pg_get_indexdef(i.indexrelid), 'public.', '') || E';\\n', '' order by i.indexrelid::regclass::text collate "C") as text
    from pg_index i
    where i.indrelid = t.oid and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
  ) as indexes
  cross join lateral (
    select string_agg(replace(pg_get_triggerdef(g.oid), 'public.', '') || E';\\n', '' order by g.tgname collate "C") as text
    from pg_trigger g
    where g.tgrelid = t.oid and not g.tgisinternal
  ) as triggers
  where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
  order by t.relname collate "C"`

const views = `
  select format(E'-- view %s: %s\\n', v.relname, string_agg(
    a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum
  )) as text
  from pg_class v
  join pg_attribute a on a.attrelid = v.oid and a.attnum > 0
  where v.relkind = 'v' and v.relnamespace = 'public'::regnamespace
  group by v.oid
  order by v.relname collate "C"`
