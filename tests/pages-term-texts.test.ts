import * as assert from 'uvu/assert'
import { referringPath, returnPath } from '../handlers/pages/terms/read-term.ts'
import { renderPart } from '../lib/web/document.tsx'
import { excerpt } from '../lib/web/parts/excerpt.ts'
import { LinkedText } from '../lib/web/parts/linked-text.tsx'
import { suite } from './support/suite.ts'

const test = suite('texts of term pages')

test('an excerpt is one line that keeps the items of lists apart', () => {
  const excerpts: [string, string][] = [
    ['What we promise\nin  writing.\n\nTo everyone.', 'What we promise in writing. To everyone.'],
    ['Stages:\n- build\n- test\n\nIn this order.', 'Stages: build · test · In this order.'],
    ['* one\n* two', 'one · two'],
    ['Two kinds.\n* one.\n* two.', 'Two kinds. one. · two.'],
    ['Either\n1. call\n   the desk\n2) write', 'Either · 1. call the desk · 2) write'],
    ['-5 degrees\n– or less', '-5 degrees · or less'],
    ['', ''],
  ]
  for (const [text, expected] of excerpts) assert.is(excerpt(text), expected)
})

test('a long excerpt ends between words, and without a separator', () => {
  const items = excerpt(Array.from({ length: 60 }, (_, n) => `- item ${n}`).join('\n'))
  assert.match(items, /^item 0 · item 1 · .*\d…$/)
  assert.ok(items.length <= 241)
  assert.is(excerpt('x'.repeat(300)), `${'x'.repeat(240)}…`)
  assert.is(excerpt('😀'.repeat(200)).isWellFormed(), true)
})

test('HTTP and HTTPS URLs are links, without the punctuation after them', () => {
  const link = (url: string) => `<a href="${url}" rel="noopener nofollow">${url}</a>`
  const texts: [string, string][] = [
    ['no URL', 'no URL'],
    ['https://example.com', link('https://example.com')],
    ['See http://intra/wiki?a=1#b.', `See ${link('http://intra/wiki?a=1#b')}.`],
    ['(https://example.com/x), then', `(${link('https://example.com/x')}), then`],
    ['https://example.com/SLA_(law).', `${link('https://example.com/SLA_(law)')}.`],
    ['(see https://example.com/SLA_(law))', `(see ${link('https://example.com/SLA_(law)')})`],
    ['“https://example.com”!', `“${link('https://example.com')}”!`],
    ['a\nHTTPS://Example.com/a…\nb', `a\n${link('HTTPS://Example.com/a')}…\nb`],
    ['https://a.example, https://b.example', `${link('https://a.example')}, ${link('https://b.example')}`],
    ['https://example.com/?a=1&b=2', link('https://example.com/?a=1&amp;b=2')],
    ['<https://example.com/>', `&lt;${link('https://example.com/')}>`],
    ['https://x"onclick=y', `${link('https://x')}&quot;onclick=y`],
    ['https://', 'https://'],
    ['https://%', 'https://%'],
    ['xhttps://example.com', 'xhttps://example.com'],
    ['javascript:alert(1) data:text/html,x ftp://x', 'javascript:alert(1) data:text/html,x ftp://x'],
  ]
  for (const [text, html] of texts) assert.is(renderPart(LinkedText({ text })), html, text)
})

test('after a deletion only paths on this site that still exist are returned to', () => {
  const paths: [string | undefined, string][] = [
    [undefined, '/'],
    ['', '/'],
    ['/', '/'],
    ['/?status=suggested&offset=25', '/?status=suggested&offset=25'],
    ['/?status=suggested&done=deleted', '/?status=suggested'],
    ['/?done=deleted', '/'],
    ['/admin/audit?offset=25#x', '/admin/audit?offset=25'],
    ['/terms/00000000-0000-4000-8000-000000000000', '/'],
    ['https://evil.example/', '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example/', '/'],
    ['/.//evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['?status=suggested', '/'],
  ]
  for (const [sent, path] of paths) assert.is(returnPath(sent), path, sent)
})

test('the referring page counts if it has the same host', () => {
  const from = (referer?: string) =>
    referringPath(new Request('http://glossary.example/terms/x', { headers: referer ? { referer } : {} }))
  assert.is(from(), '/')
  assert.is(from('http://glossary.example/?q=sla'), '/?q=sla')
  // A proxy may end TLS.
  assert.is(from('https://glossary.example/?q=sla'), '/?q=sla')
  assert.is(from('https://other.example/?q=sla'), '/')
  assert.is(from('not a URL'), '/')
})

test.run()
