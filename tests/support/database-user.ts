import { randomBytes } from 'node:crypto'
import postgres from 'postgres'

/** Lets a user of its own, who owns the database, use it; runs statements about them. */
export async function withUser(url: string, statements: string, work: (url: string) => Promise<void>) {
  const user = `doctor_${randomBytes(4).toString('hex')}`
  const own = new URL(url)
  const database = own.pathname.slice(1)
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await sql.unsafe(`create role ${user} login password 'secret';
      alter database ${database} owner to ${user};
      grant all on schema public to ${user};`)
    const tables = await sql<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c
      where relnamespace = 'public'::regnamespace and relkind = 'r'`
    for (const { name } of tables) await sql.unsafe(`alter table ${name} owner to ${user}`)
    await sql.unsafe(statements.replaceAll(':user', user).replaceAll(':database', database))
    own.username = user
    own.password = 'secret'
    await work(own.href)
  } finally {
    await sql.unsafe(`reassign owned by ${user} to current_user; drop owned by ${user};
      alter database ${database} owner to current_user; drop role ${user}`)
    await sql.end()
  }
}
