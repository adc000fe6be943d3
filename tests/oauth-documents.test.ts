import { writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { certificate, certificateKey } from './support/certificate.ts'
import { answer, ask, loopbackUri, origin, proofKey, requestTokens, TestBrowser } from './support/oauth-agent.ts'
import { type Servers, servers } from './support/servers.ts'
import { glossary, send, type TestService } from './support/test-service.ts'

const test = glossary('client metadata documents')
const hosted = servers('client metadata documents on a server')

const listenOn = (server: Server) =>
  new Promise<number>((done) => server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)))

test('no document is fetched from a private address', async (service) => {
  let connections = 0
  const server = createTcpServer((socket) => {
    connections += 1
    socket.destroy()
  })
  const port = await listenOn(server)
  const browser = new TestBrowser(service, await service.person())
  const hosts = ['127.0.0.1', 'localhost', '127.1', '2130706433', 'a.localhost', '[::ffff:7f00:1]']
  for (const host of [...hosts, '0.0.0.0', '[::1]', '10.0.0.1', '169.254.169.254']) {
    const { status, headers } = await ask(browser, `https://${host}:${port}/client.json`)
    assert.is(status, 400, host)
    assert.is(headers.get('location'), null)
  }
  assert.is(connections, 0)
  server.close()
})

test('an ID that is no https URL of a document is unknown', async (service) => {
  const browser = new TestBrowser(service, await service.person())
  const wrong = ['http://client.example/c.json', 'https://a@client.example/c.json', 'ftp://x/c.json']
  for (const id of [...wrong, `https://client.example/${'a'.repeat(2000)}`]) {
    assert.is((await ask(browser, id)).status, 400, id)
  }
})

test('fetches count as registrations of the address of the browser', async (service) => {
  const browser = new TestBrowser(service, await service.person())
  const statuses: number[] = []
  for (let i = 0; i < 31; i++) {
    statuses.push((await ask(browser, `https://127.0.0.1:1/${i}`)).status)
  }
  assert.equal(statuses, [...Array(30).fill(400), 429])
})

type Documents = Record<string, (host: string) => { status?: number; body: unknown; to?: string }>

/** Starts a website with documents, and a service that trusts its certificate. */
async function start({ directory, database, start }: Servers, documents: Documents) {
  const website = createServer({ cert: certificate, key: certificateKey }, (request, response) => {
    const host = `https://${request.headers.host}`
    const document = documents[request.url ?? '']?.(host)
    const { status = document ? 200 : 404, body = '', to } = document ?? {}
    response.writeHead(status, { 'content-type': 'application/json', ...(to && { location: to }) })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  const port = await listenOn(website)
  const trusted = join(await directory(), 'certificate.pem')
  await writeFile(trusted, certificate)
  const { url } = await start({
    SERVICE_DATABASE_URL: await database(),
    SERVICE_DEV_MODE: 'true',
    SERVICE_PRIVATE_ADDRESSES: 'true',
    NODE_EXTRA_CA_CERTS: trusted,
  })
  const app = (request: Request) =>
    fetch(new Request(request.url.replace(origin, url), request), { redirect: 'manual' })
  const request: TestService['request'] = (method, path, options) => send(app, method, path, options)
  const login = await request('GET', '/auth/dev/login?email=ada@example.com', {
    headers: { accept: 'application/json' },
  })
  const session = /user_id=([^;]+)/.exec(login.headers.get('set-cookie') ?? '')?.[1] ?? ''
  return {
    request,
    browser: new TestBrowser({ request }, { id: login.body.id, session }),
    website: `https://localhost:${port}`,
    close() {
      website.closeAllConnections()
      website.close()
    },
  }
}

const described = (host: string, path: string, other: object = {}) => ({
  client_id: `${host}${path}`,
  client_name: 'Claude Code',
  redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
  ...other,
})

hosted('an agent that a document describes logs in', async (context) => {
  const { browser, request, website, close } = await start(context, {
    '/client.json': (host) => ({
      body: described(host, '/client.json', {
        token_endpoint_auth_method: 'private_key_jwt',
        jwks_uri: `${host}/keys`,
        application_type: 'web',
        grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
        scope: 'openid offline_access',
        contacts: [null],
      }),
    }),
  })
  const clientId = `${website}/client.json`
  const { verifier, challenge } = proofKey()
  const asked = await ask(browser, clientId, { challenge })
  assert.is(asked.status, 303, asked.text)
  const consentPath = asked.headers.get('location') ?? ''
  const page = await browser.send('GET', consentPath)
  assert.match(page.text, 'Claude Code')
  assert.match(page.text, clientId)
  const { searchParams } = await answer(browser, consentPath)
  const { status, body } = await requestTokens(
    { request },
    {
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: loopbackUri,
      client_id: clientId,
    },
  )
  assert.is(status, 200)
  const agents = await request('GET', '/api/v1/me/agents', { headers: { cookie: `user_id=${browser.as.session}` } })
  assert.is(agents.body[0].client_id, clientId)
  assert.is(agents.body[0].name, 'Claude Code')
  const refreshed = await requestTokens(
    { request },
    { grant_type: 'refresh_token', refresh_token: body.refresh_token, client_id: clientId },
  )
  assert.is(refreshed.status, 200)
  close()
})

hosted('a document that is wrong, too large or elsewhere connects nobody', async (context) => {
  const documents: Documents = {
    '/other-id.json': (host) => ({ body: described(host, '/client.json') }),
    '/text.json': () => ({ body: 'no JSON' }),
    '/list.json': () => ({ body: [] }),
    '/no-uris.json': (host) => ({ body: described(host, '/no-uris.json', { redirect_uris: [] }) }),
    '/script.json': (host) => ({ body: described(host, '/script.json', { redirect_uris: ['javascript:x'] }) }),
    '/large.json': (host) => ({ body: described(host, '/large.json', { x: 'a'.repeat(6000) }) }),
    '/moved.json': (host) => ({ status: 302, to: `${host}/client.json`, body: '' }),
    '/client.json': (host) => ({ body: described(host, '/client.json') }),
  }
  const { browser, website, close } = await start(context, documents)
  for (const path of Object.keys(documents).filter((each) => each !== '/client.json')) {
    const { status, headers } = await ask(browser, website + path)
    assert.is(status, 400, path)
    assert.is(headers.get('location'), null, path)
  }
  assert.is((await ask(browser, `${website}/client.json`)).status, 303)
  close()
})

hosted('private addresses are allowed, http is not', async (context) => {
  let requests = 0
  const website = createHttpServer((request, response) => {
    requests += 1
    const id = described(`http://${request.headers.host}`, '/client.json')
    response.setHeader('content-type', 'application/json').end(JSON.stringify(id))
  })
  const port = await listenOn(website)
  const { browser, close } = await start(context, {})
  for (const host of ['localhost', '127.0.0.1']) {
    const { status, headers } = await ask(browser, `http://${host}:${port}/client.json`)
    assert.is(status, 400, host)
    assert.is(headers.get('location'), null)
  }
  assert.is(requests, 0)
  website.close()
  close()
})

test.run()
hosted.run()
