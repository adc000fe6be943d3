import * as assert from 'uvu/assert'
import { apiToken, bearer, embedKey } from './support/credentials.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('where credentials come from')

for (const isCached of [false, true]) {
  test(`a credential is valid only where it belongs, ${isCached ? 'also when it is cached' : 'uncached'}`, async (service) => {
    service.ctx.credentials.setEnabled(isCached)
    const admin = await service.person('admin')
    const { token } = await apiToken(service, admin)
    const feed = await apiToken(service, admin, ['feed'])
    const { key } = await embedKey(service, admin, ['https://wiki.example.com'])
    const me = async (headers: Record<string, string>, path = '/api/v1/me') =>
      (await service.request('GET', path, { headers })).status
    const explain = await service.request('POST', '/api/v1/explain', {
      headers: { ...bearer(key), origin: 'https://wiki.example.com' },
      body: { text: 'SLA' },
    })
    assert.equal([await me(bearer(token)), explain.status], [200, 200])
    assert.is(await me({}, `/feeds/${feed.token}/json`), 200)
    for (const credential of [token, key, feed.token]) {
      assert.is(await me({ cookie: `user_id=${credential}` }), 401, credential.slice(0, 4))
      const both = { ...bearer(admin.session), cookie: `user_id=${credential}` }
      assert.is(await me(both), 401)
    }
    for (const credential of [token, key, admin.session]) {
      assert.is(await me({}, `/feeds/${credential}/json`), 401)
    }
    assert.is(await me(bearer(admin.session)), 200)
  })
}

test.run()
