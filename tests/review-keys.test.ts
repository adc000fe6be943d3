import * as assert from 'uvu/assert'
import { offers } from '../handlers/pages/review/action-words.ts'
import { keys } from '../handlers/pages/review/keys-view.tsx'
import { suite } from './support/suite.ts'

const test = suite('keys of the review queue')

test('the list of keys has the key of each action', () => {
  const explained = keys.map(([key]) => key)
  const pressed = Object.values(offers).flatMap((each) => each.map(({ key }) => key))
  assert.equal(
    pressed.filter((key) => !explained.includes(key)),
    [],
  )
})

test.run()
