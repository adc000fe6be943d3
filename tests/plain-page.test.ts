import { readdirSync, readFileSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { download } from './support/flow-page.ts'
import { PlainPage } from './support/plain-page.ts'
import { suite } from './support/suite.ts'

// What a browser without JavaScript would do, which our tests without a browser rely on.
const test = suite('plain page')

const origin = 'http://localhost:8000'
type Answer = string | { status?: number; headers: Record<string, string>; html?: string }

/** Opens the page / of a site whose pages are given. Returns it with the requests that it has sent. */
async function open(pages: Record<string, Answer>, statuses: readonly number[] = []) {
  const requests: Request[] = []
  async function send(request: Request) {
    requests.push(request.clone())
    const page = pages[new URL(request.url).pathname] ?? '<p>Done.'
    const { status = 200, headers = {}, html = '' } = typeof page === 'string' ? { html: page } : page
    return new Response(html, { status, headers: { 'content-type': 'text/html', ...headers } })
  }
  const page = new PlainPage({ origin, websites: ['http://other.example'], send }, 'a-token', statuses)
  await page.goto('/')
  return { page, requests, last: () => requests.at(-1) ?? new Request(origin) }
}

const press = (page: PlainPage, name: string) => page.getByRole('button', { name }).click()

/** Opens a form, presses its button Send, and returns what was sent: a line for each value. */
async function sent(form: string, before: (page: PlainPage) => Promise<void> = async () => {}) {
  const { page, last } = await open({ '/': form })
  await before(page)
  await press(page, 'Send')
  const { method, url } = last()
  const data = method === 'POST' ? await last().formData() : new URL(url).searchParams
  return [...data].map(([name, value]) => `${name}=${value}`)
}

const failed = (action: Promise<unknown>) =>
  action.then(
    () => '',
    ({ message }: Error) => message.split('\n')[0] ?? '',
  )

test('a form sends the values of its controls and of the button', async () => {
  const controls = `
    <input type=hidden name=version value=3>
    <label>Name <input name=name value=SLA></label>
    <textarea name=text>\none\ntwo</textarea>
    <select name=role><option value=viewer>Viewer<option value=editor selected>Editor</select>
    <select name=first><option>A<option>B</select>
    <label><input type=checkbox name=unchecked> Unchecked</label>
    <input type=checkbox name=checked checked>
    <input type=radio name=choice value=1><input type=radio name=choice value=2 checked>
    <input name=disabled value=x disabled><fieldset disabled><input name=inside value=x></fieldset>
    <input value="without a name">
    <button name=other value=1>Other</button><button name=action value=send>Send</button>`
  const rest = '<input form=f name=outside value=o>'
  assert.equal(await sent(`<form id=f method=post action=/x>${controls}</form>${rest}`), [
    ...['version=3', 'name=SLA', 'text=one\r\ntwo', 'role=editor', 'first=A', 'checked=on'],
    ...['choice=2', 'action=send', 'outside=o'],
  ])
})

test('fields are filled, boxes checked and options picked by their labels', async () => {
  const form = `<form method=post>
    <label for=a>Name</label><input id=a name=a><textarea aria-label=Note name=b></textarea>
    <label><input type=checkbox name=c> Public</label><label><input type=checkbox name=d checked> New</label>
    <label><input type=radio name=e value=1 checked>One</label><label><input type=radio name=e value=2>Two</label>
    <label>Role <select name=f><option value=v>Viewer<option value=e>Editor</select></label>
    <button>Send</button></form>`
  const values = await sent(form, async (page) => {
    await page.getByLabel('Name').fill('SLA')
    await page.getByLabel('Note').fill('a\nb')
    await page.getByLabel('Public').check()
    await page.getByLabel('New').uncheck()
    await page.getByLabel('Two').check()
    await page.getByLabel('Role').selectOption('Editor')
  })
  assert.equal(values, ['a=SLA', 'b=a\r\nb', 'c=on', 'e=2', 'f=e'])
})

test('the button decides about the method and the address', async () => {
  const { page, last } = await open({
    '/': `<form action="/a?old=1"><input name=q value="x y"><button>Find</button>
      <button formmethod=post formaction=/b>Save</button></form><button form=none>None</button>`,
  })
  await press(page, 'Find')
  assert.equal([last().method, last().url], ['GET', `${origin}/a?q=x+y`])
  await page.goto('/')
  await press(page, 'Save')
  assert.equal([last().method, last().url, await last().text()], ['POST', `${origin}/b`, 'q=x+y'])
  assert.is(page.url(), `${origin}/b`)
})

test('files are uploaded with their name and type', async () => {
  const form = (attributes: string) =>
    `<form method=post ${attributes}><label>File <input type=file name=file></label><button>Send</button></form>`
  const { page, last } = await open({ '/': form('enctype=multipart/form-data') })
  const buffer = Buffer.from('a,b')
  await page.getByLabel('File').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
  await press(page, 'Send')
  const file = (await last().formData()).get('file') as File
  assert.equal([file.name, file.type, await file.text()], ['a.csv', 'text/csv', 'a,b'])
  await page.goto('/')
  await press(page, 'Send')
  assert.match(await last().text(), 'filename=""')
})

test('a form with a wrong field is not sent', async () => {
  const { page, requests } = await open({
    '/': `<form><input aria-label=Name name=a required><input aria-label=URL type=url name=b maxlength=20>
      <button>Send</button><button formnovalidate>Preview</button></form>`,
  })
  await press(page, 'Send')
  await page.getByLabel('Name').fill('x')
  await page.getByLabel('URL').fill('nothing')
  await press(page, 'Send')
  assert.is(requests.length, 1)
  assert.match(await failed(page.getByLabel('URL').fill('https://example.com/x')), 'only 20')
  await page.getByLabel('URL').fill('https://example.com')
  await press(page, 'Send')
  assert.is(requests.length, 2)
  await page.goto('/')
  await press(page, 'Preview')
  assert.is(requests.length, 4)
})

test('Enter sends a form with its first button', async () => {
  const { page, last } = await open({
    '/': '<form action=/x><input name=q><button type=button>No</button><button name=b value=1>Go</button></form>',
  })
  await page.locator('input').press('Enter')
  assert.is(last().url, `${origin}/x?q=&b=1`)
})

test('requests have the cookies and headers of a browser', async () => {
  const { page, requests } = await open({
    '/': '<form method=post action=/save><button>Save</button></form>',
    '/save': { status: 303, headers: { location: '/next?done=1#end', 'set-cookie': 'choice=1; Path=/next' } },
    '/next': '<a href="http://other.example/x">Away</a>',
    '/x': { status: 307, headers: { location: `${origin}/back` } },
  })
  await press(page, 'Save')
  assert.is(page.url(), `${origin}/next?done=1#end`)
  await page.getByRole('link', { name: 'Away' }).click()
  const headers = ['cookie', 'origin', 'referer', 'sec-fetch-site', 'host']
  assert.equal(
    requests.map((request) => [request.method, ...headers.map((name) => request.headers.get(name))]),
    [
      ['GET', 'user_id=a-token', null, null, 'none', 'localhost:8000'],
      ['POST', 'user_id=a-token', origin, `${origin}/`, 'same-origin', 'localhost:8000'],
      ['GET', 'choice=1; user_id=a-token', null, `${origin}/`, 'same-origin', 'localhost:8000'],
      ['GET', null, null, null, 'cross-site', 'other.example'],
      ['GET', 'user_id=a-token', null, null, 'cross-site', 'localhost:8000'],
    ],
  )
})

test('a form leads only where the Content-Security-Policy allows it, and a page only to known websites', async () => {
  const { page } = await open({
    '/': {
      headers: { 'content-security-policy': "default-src 'none'; form-action 'self'" },
      html: `<form method=post action=/save><button>Save</button></form>
        <a href="http://other.example/">Known</a> <a href="http://unknown.example/">Unknown</a>`,
    },
    '/save': { status: 303, headers: { location: 'http://other.example/' } },
  })
  assert.match(await failed(press(page, 'Save')), 'form-action blocks http://other.example/')
  assert.match(await failed(page.getByText('Unknown').click()), 'request to http://unknown.example/')
  await page.getByText('Known', { exact: true }).click()
  assert.is(page.url(), 'http://other.example/')
})

test('a page with the header Refresh leads on', async () => {
  const { page, last } = await open({
    '/': { headers: { refresh: '0;url=http://other.example/x' }, html: '<p>One moment.' },
  })
  assert.is(page.url(), 'http://other.example/x')
  assert.is(last().headers.get('sec-fetch-site'), 'cross-site')
})

test('an unexpected error fails, an expected one does not', async () => {
  const pages = { '/': '<a href=/gone>Gone</a>', '/gone': { status: 404, headers: {} } }
  const { page } = await open(pages)
  assert.match(await failed(page.getByText('Gone').click()), 'status 404')
  const other = await open(pages, [404])
  await other.page.getByText('Gone').click()
  assert.is(other.page.url(), `${origin}/gone`)
})

test('only what is shown can be used', async () => {
  const { page } = await open({
    '/': `<details><summary>More</summary>Text <p><button>Inside</button></p></details><noscript>No scripts.</noscript>
      <button hidden>Hidden</button> <button class=with-js>Copy</button> <button disabled>Off</button>
      <dialog><button>In a dialog</button></dialog><p aria-hidden=true><button>Decoration</button></p>`,
  })
  const buttons = page.getByRole('button')
  assert.equal(await buttons.allInnerTexts(), ['Off'])
  assert.match(await failed(page.getByText('Hidden').click()), 'not shown')
  assert.match(await failed(page.getByText('Inside').waitFor()), 'not shown')
  assert.match(await failed(buttons.click()), 'disabled')
  await page.getByText('No scripts.').waitFor()
  assert.is(await page.locator('details').innerText(), 'More')
  await page.getByText('More').click()
  assert.is(await page.locator('details').innerText(), 'More\nText\nInside')
  assert.equal(await buttons.allInnerTexts(), ['Inside', 'Off'])
  await page.getByText('More').click()
  assert.is(await page.getByText('Inside').isVisible(), false)
})

test('what the style sheets hide without JavaScript is not shown', async () => {
  const assets = new URL('../assets/', import.meta.url)
  const sheets = readdirSync(assets).filter((name) => name.endsWith('.css'))
  const rules = sheets.flatMap((name) => [
    ...readFileSync(new URL(name, assets), 'utf8').matchAll(
      /@media \(scripting: none\) \{\s*\.(.+?)\s*\{\s*display: none/g,
    ),
  ])
  assert.ok(rules.length > 0)
  for (const [, name] of rules) {
    const { page } = await open({ '/': `<button class="${name}">Copy</button>` })
    assert.is(await page.getByText('Copy').isVisible(), false, name)
  }
})

test('elements are found as playwright finds them', async () => {
  const { page } = await open({
    '/': `<h1>All terms</h1><ul><li><b>SLA</b><i> Service Level</i> <a href=/a>Edit<span hidden>!</span></a></li>
      <li class=new>SLO <a href=/b aria-label="Edit SLO">Edit</a></li></ul>
      <section aria-labelledby=h><h2 id=h>News</h2><p>Two\n\nwords<br>A line</p><span>One</span><span>Two</span></section><p>News</p>`,
  })
  const items = page.getByRole('listitem')
  assert.is(await items.count(), 2)
  assert.is(await items.filter({ hasText: 'service level' }).getByRole('link').getAttribute('href'), '/a')
  assert.is(await items.filter({ has: page.locator('b') }).innerText(), 'SLA Service Level Edit')
  assert.is(await items.and(page.locator('.new')).count(), 1)
  assert.is(await page.getByRole('link', { name: 'edit' }).count(), 2)
  assert.is(await page.getByRole('link', { name: 'Edit', exact: true }).getAttribute('href'), '/a')
  assert.is(await page.getByRole('link', { name: /SLO$/ }).getAttribute('href'), '/b')
  assert.is(await page.getByRole('heading', { level: 1 }).innerText(), 'All terms')
  assert.is(await page.getByRole('region', { name: 'News' }).innerText(), 'News\nTwo\n\nwords\nA line\nOne\nTwo')
  assert.equal(await page.getByText('News').allInnerTexts(), ['News', 'News'])
  assert.is(await items.last().getByText('SLO').count(), 1, 'the item itself')
  assert.match(await failed(items.click()), '2 elements')
  assert.match(await failed(items.getByText('SLX').waitFor()), 'no elements')
  assert.match(await failed(items.first().waitFor({ state: 'detached' })), 'should be gone')
})

test('links download files, lead to a place of the page, and back', async () => {
  const { page, requests } = await open({
    '/': '<a href=/f>File</a> <a href=#end>End</a> <details><p id=end>The end</p></details> <a href=/next>Next</a> <a download href="data:,x">Data</a>',
    '/f': { headers: { 'content-disposition': 'attachment; filename="a.csv"' }, html: 'a,b' },
  })
  const file = await download(page, page.getByText('File'))
  assert.equal([file.name, String(file.content)], ['a.csv', 'a,b'])
  await page.getByText('End', { exact: true }).click()
  await page.waitForURL('**/#end')
  await page.getByText('The end').waitFor()
  assert.is(requests.length, 2)
  await page.getByText('Next').click()
  await page.waitForURL(/\/next$/)
  assert.match(await failed(page.waitForURL('**/other')), 'is not **/other')
  await page.goBack()
  assert.is(page.url(), `${origin}/#end`)
})

test.run()
