import { setFlagsFromString } from 'node:v8'
import * as assert from 'uvu/assert'
import { connect } from '../lib/db/connection.ts'
import { prepareDriverClasses } from '../lib/db/driver-classes.ts'
import { createDatabase } from './support/databases.ts'
import { suite } from './support/suite.ts'

const test = suite('driver classes')

/** Whether V8 keeps the members of an object in order, not in a dictionary. */
function hasFastProperties(object: object): boolean {
  setFlagsFromString('--allow-natives-syntax')
  try {
    return new Function('object', 'return %HasFastProperties(object)')(object)
  } finally {
    setFlagsFromString('--no-allow-natives-syntax')
  }
}

test('those of postgres.js are slow as they come, and fast afterwards', async () => {
  const { url, drop } = await createDatabase('empty')
  const sql = connect(url)
  const statement = sql.unsafe('select')
  const classes = [statement, await statement].map((object) => object.constructor)
  try {
    // Once this fails, postgres.js or V8 has changed, and lib/db/driver-classes.ts may no longer be needed.
    assert.equal(classes.map(hasFastProperties), [false, false])
    await prepareDriverClasses(url)
    assert.equal(classes.map(hasFastProperties), [true, true])
  } finally {
    await sql.end()
    await drop()
  }
})

test.run()
