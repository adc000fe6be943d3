import * as assert from 'uvu/assert'
import { groups } from '../lib/web/help-documents.ts'
import { pages } from './support/browser.ts'
import { filesBelow } from './support/sources.ts'

const test = pages('the documents as pages')
const { plain, scripted } = test

scripted('every document is listed, and links between documents lead to pages and headings', async (service) => {
  const as = await service.person()
  const { text } = await service.request('GET', '/help', { as })
  const listed = [...text.matchAll(/href="\/help\/([\w.-]+)"/g)].map(([, file]) => file)
  const written = filesBelow('docs').filter((path) => /^docs\/[\w-]+\.(md|sql)$/.test(path))
  const names = written.map((path) => path.replace('docs/', ''))
  // Slack is off.
  assert.equal(listed.sort(), names.filter((name) => name !== 'slack.md').sort())
  assert.not.match(text, /slack/i)

  const documents = new Map<string, string>()
  for (const file of groups.flatMap(({ files }) => files)) {
    const answer = await service.request('GET', `/help/${file}`, { as })
    assert.is(answer.status, 200, file)
    if (groups[0]?.files.includes(file) && !['slack.md', 'mcp.md'].includes(file)) {
      assert.not.match(answer.text, /slack/i, file)
    }
    documents.set(file, answer.text)
  }
  const broken: string[] = []
  for (const [file, html] of documents) {
    const article = /<article class="help">[\s\S]*<\/article>/.exec(html)?.[0] ?? ''
    for (const [, target = '', anchor] of article.matchAll(/href="(?!\w+:)([^"#]*)(?:#([^"]*))?"/g)) {
      const found = documents.get(target || file)
      if (!found || (anchor && !found.includes(`id="${anchor}"`))) broken.push(`${file}: ${target}`)
    }
    assert.not.match(article, /<script|<img/)
  }
  assert.equal(broken, [])
})

scripted('the footer leads to the documents, whose names can be typed without their ending', async (service) => {
  const page = await service.open('/', { as: await service.person() })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click()
  await page.getByRole('main').getByRole('link', { name: 'The MCP endpoint' }).click()
  await page.getByRole('heading', { name: 'The MCP endpoint' }).waitFor()
  await page.goto('/help/security#lookups-that-find-nothing')
  await page.getByRole('heading', { name: 'Lookups that find nothing' }).waitFor()
})

plain('other files are not served', async (service) => {
  const as = await service.person()
  for (const file of ['README.md', '..%2FREADME.md', '..%2F.env', 'images', 'constructor', '.md']) {
    assert.is((await service.request('GET', `/help/${file}`, { as })).status, 404, file)
  }
  assert.is((await service.request('GET', '/help/mcp.md')).status, 303)
})

scripted('scripts take no heading of a document for a part of their own page', async (service) => {
  const page = await service.open('/help/import.md', { as: await service.person() })
  assert.ok((await page.locator('h1#import').count()) + (await page.locator('h2#import').count()) > 0)
})

test.run()
