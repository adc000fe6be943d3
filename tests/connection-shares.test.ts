import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { shareConnections } from '../lib/db/connection-shares.ts'

const test = suite('shares of the connections')

test('all shares together leave two connections for notifications, and none is empty', () => {
  for (let limit = 10; limit <= 200; limit++) {
    const { api, mcp, slack } = shareConnections(limit)
    const shares = [api, mcp, slack].flatMap((each) => [each.statements, each.transactions])
    assert.is(
      shares.reduce((sum, share) => sum + share, 2),
      limit,
    )
    assert.ok(Math.min(...shares) >= 1, String(limit))
    assert.ok(api.transactions >= 3, 'two jobs and one more')
  }
  const four = { statements: 4, transactions: 4 }
  assert.equal(shareConnections(26), { api: four, mcp: four, slack: four })
})

test.run()
