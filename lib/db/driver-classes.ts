import { connect } from './database.ts'

/**
 * Lets V8 optimise what makes the statements and the results of postgres.js, and all code around it.
 *
 * Both are classes with a static member of a computed name (`Symbol.species`). V8 keeps the static
 * members of such a class in a dictionary, and its compiler gives up, after the work and each time anew,
 * on any function in which it has inlined a `super()` of one: up to our own functions that ask for a
 * statement, which then keep rows alive for longer, too (seen in Node.js 20, 22 and 24). What a class
 * inherits from is kept in another way, from the first time on that a member is looked up through the heir.
 *
 * @param url postgresql://…
 */
export async function readyDriverClasses(url: string): Promise<void> {
  const sql = connect(url)
  try {
    const statement = sql.unsafe('select')
    const result = await statement
    for (const object of [statement, result]) {
      class Heir extends (object.constructor as new () => object) {}
      void Heir.name
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
}
