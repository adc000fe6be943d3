import { readdirSync, readFileSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { hiddenWithScripts } from './support/plain-queries.ts'
import { ScriptedPage } from './support/scripted-page.ts'
import { suite } from './support/suite.ts'

// What a browser would do, which our tests of scripts without a browser rely on.
const test = suite('scripted page')

const origin = 'http://localhost:8000'

/** Opens the page / of a site whose pages are given. Returns it with what was requested, and what went wrong. */
async function open(pages: Record<string, string>) {
  const requests: string[] = []
  const wrong: string[] = []
  async function send(request: Request) {
    const { pathname, search } = new URL(request.url)
    const [site, cookie] = [request.headers.get('sec-fetch-site'), request.headers.get('cookie')]
    requests.push([request.method, pathname + search, await request.text(), site, cookie].filter(Boolean).join(' '))
    const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html'
    const status = pathname.startsWith('/refused') ? 422 : 200
    return new Response(pages[pathname] ?? '<p>Done.', { status, headers: { 'content-type': type } })
  }
  const page = new ScriptedPage(wrong, { origin, websites: [], send }, 'a-token', [422])
  await page.goto('/')
  return { page, requests, wrong }
}

const failed = (action: Promise<unknown>) =>
  action.then(
    () => '',
    ({ message }: Error) => message,
  )

test('scripts run before and after the page has loaded, and send requests with the cookies of the page', async () => {
  const { page, requests, wrong } = await open({
    '/': '<title>Old</title><script src="/late.js" defer></script><p>Text</p><script>document.title = "New"</script>',
    '/late.js': `document.querySelector('p').textContent = 'Later'
      const sent = new XMLHttpRequest()
      sent.open('POST', '/save'); sent.send('a=1')
      setTimeout(() => fetch('/seen', { method: 'POST', body: new URLSearchParams({ q: 'x y' }) }), 20)`,
  })
  assert.is(await page.title(), 'New')
  await page.getByText('Later').waitFor()
  await page.attempt(() => assert.is(requests.length, 4))
  assert.equal(requests, [
    'GET / none user_id=a-token',
    'GET /late.js same-origin user_id=a-token',
    'POST /save a=1 same-origin user_id=a-token',
    'POST /seen q=x+y same-origin user_id=a-token',
  ])
  assert.equal(wrong, [])
  page.close()
})

test('what a script prevents does not happen, and what it starts does', async () => {
  const { page, requests } = await open({
    '/': `<a href=/never>Link</a> <form action=/never><button>Send</button></form>
      <form id=own action=/own><input name=q value=1></form> <button id=go>Go</button> <a href=#end>End</a><p id=end>
      <script>
        addEventListener('click', (event) => event.target.matches('a[href="/never"]') && event.preventDefault())
        addEventListener('submit', (event) => { event.preventDefault(); document.querySelector('#own').submit() })
        document.querySelector('#go').addEventListener('click', () => location.assign('/assigned'))
      </script>`,
    '/own': '<button onclick="location.href = \'/\'">Back</button>',
    '/assigned': '<button onclick="location.reload()">Again</button>',
  })
  await page.getByText('Link').click()
  await page.getByText('End', { exact: true }).click()
  await page.waitForURL('**/#end')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.waitForURL('**/own?q=1')
  await page.getByText('Back').click()
  await page.getByText('Go', { exact: true }).click()
  await page.waitForURL('**/assigned')
  await page.getByText('Again').click()
  await page.attempt(() => assert.is(requests.length, 5))
  assert.equal(
    requests.map((line) => line.split(' ')[1]),
    ['/', '/own?q=1', '/', '/assigned', '/assigned'],
  )
  page.close()
})

test('keys reach scripts first; what these leave is typed, clicked or sent', async () => {
  const { page, requests } = await open({
    '/': `<input type=search aria-label=Box name=q form=f><textarea aria-label=Text></textarea>
      <form id=f action=/found><button>Find</button></form>
      <label><input type=checkbox> Check</label> <details><summary>More</summary><p>Inside</p></details>
      <script>
        addEventListener('keydown', (event) => {
          if (event.key === '/' || (event.key === 'k' && event.ctrlKey)) {
            event.preventDefault()
            document.querySelector('input').focus()
          }
        })
      </script>`,
  })
  await page.keyboard.press('/')
  await page.keyboard.type('ab')
  await page.keyboard.press('Backspace')
  assert.is(await page.getByLabel('Box').inputValue(), 'a')
  await page.getByLabel('Text').press('Enter')
  assert.is(await page.getByLabel('Text').inputValue(), '\n')
  await page.getByLabel('Check').press(' ')
  assert.ok(await page.getByLabel('Check').isChecked())
  await page.getByText('More').press('Enter')
  await page.getByText('Inside').waitFor()
  await page.keyboard.press('Control+k')
  assert.match(await failed(page.keyboard.press('Tab')), 'needs a browser')
  await page.keyboard.press('Enter')
  assert.is(page.url(), `${origin}/found?q=a`)
  assert.is(requests.length, 2)
  page.close()
})

test('fields say that they have changed, and a chosen file is in its form', async () => {
  const { page } = await open({
    '/': `<form><input aria-label=Name><select aria-label=Role><option>A<option>B</select><input type=file aria-label=File></form>
      <ul></ul><script>
        for (const name of ['input', 'change']) addEventListener(name, ({ target }) => {
          document.querySelector('ul').innerHTML += '<li>' + [name, target.ariaLabel, target.value, target.files?.[0]?.size].join(' ')
        })
      </script>`,
  })
  await page.getByLabel('Name').fill('x')
  await page.getByLabel('Role').selectOption('B')
  const buffer = Buffer.from('a,b')
  await page.getByLabel('File').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
  const seen = await page.getByRole('listitem').allInnerTexts()
  assert.equal(
    seen.map((text) => text.trim()),
    [
      'input Name x',
      'change Name x',
      'input Role B',
      'change Role B',
      ...['input', 'change'].map((n) => `${n} File C:\\fakepath\\a.csv 3`),
    ],
  )
  page.close()
})

test('storage outlasts the page, and Back leads to what a script has left', async () => {
  const { page, requests } = await open({
    '/': "<button onclick=\"sessionStorage.a = 1; history.pushState({}, '', '/?b=1')\">Push</button> <a href=/next>Next</a>",
    '/next': '<p></p><script>document.querySelector("p").textContent = sessionStorage.a</script>',
  })
  await page.getByText('Push').click()
  assert.is(page.url(), `${origin}/?b=1`)
  await page.goBack()
  await page.waitForURL(`${origin}/`)
  await page.getByText('Next').click()
  assert.is(await page.locator('p').innerText(), '1')
  await page.goBack()
  assert.is(page.url(), `${origin}/`)
  assert.is(requests.length, 3)
  page.close()
})

test('errors of scripts and of the console are reported, and those of expected statuses are not', async () => {
  const { page, wrong } = await open({
    '/': `<button onclick="null.x">Fail</button> <button onclick="console.error('Oh.')">Say</button>
      <button onclick="console.error('Response Status Error Code 422 from /refused')">Expected</button>
      <button onclick="fetch('http://other.example/').catch(({ message }) => console.error(message))">Leave</button>`,
  })
  await page.getByText('Expected').click()
  assert.equal(wrong, [])
  await page.getByText('Leave').click()
  await page.attempt(() => assert.is(wrong.length, 1)).catch(() => {})
  await page.getByText('Say').click()
  await page.getByText('Fail').click()
  assert.match(wrong.join('\n'), /request to http:\/\/other\.example\/\nOh\.\nUncaught .*TypeError/)
  assert.match(await failed(page.getByText('Nothing').waitFor()), /no elements\n[\s\S]*Oh\./, 'nothing is waited for')
  page.close()
})

test('a dialog that a script opens is shown, and what is for readers without JavaScript is not', async () => {
  const { page } = await open({
    '/': `<button onclick="document.querySelector('dialog').showModal()">Open</button><noscript>No scripts.</noscript>
      <button class=with-js>Copy</button><p class=without-js>Select it.</p>
      <dialog><button onclick="this.closest('dialog').close()">Close</button></dialog>`,
  })
  assert.equal(await page.getByRole('button').allInnerTexts(), ['Open', 'Copy'])
  assert.is(await page.getByText('Select it.').isVisible(), false)
  assert.is(await page.getByText('No scripts.').isVisible(), false)
  await page.getByText('Open').click()
  assert.is(await page.locator(':focus').innerText(), 'Close')
  await page.getByText('Close').click()
  await page.getByText('Close').waitFor({ state: 'hidden' })
  page.close()
})

test('what the style sheets hide with JavaScript is not shown', async () => {
  const assets = new URL('../assets/', import.meta.url)
  const sheets = readdirSync(assets).filter((name) => name.endsWith('.css'))
  const blocks = sheets.flatMap((name) => [
    ...readFileSync(new URL(name, assets), 'utf8').matchAll(
      /@media \(scripting: enabled\)(?: and \(min-width: 60rem\))? \{\n([\s\S]*?)\n\}/g,
    ),
  ])
  const hidden = blocks.flatMap(([, rules = '']) => [...rules.matchAll(/^ {2}([^{}@]+?) \{\s*display: none/gm)])
  const selectors = hidden.flatMap(([, selector = '']) => selector.split(/,\s*\n\s*/))
  assert.ok(selectors.length > 4)
  for (const selector of selectors) assert.ok(hiddenWithScripts.includes(selector), selector)
})

test.run()
