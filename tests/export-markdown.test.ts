import { micromark, type Options } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import * as assert from 'uvu/assert'
import type { Term } from '../lib/schemas/term.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('rendering of exported Markdown')

const lines = [
  ...['# one', '#', '###### six', '####### seven', 'C#', 'C #', 'A ##', '## x ##', '# #', '\\#'],
  ...['* item', '- item', '+ item', '*', '-', '+', '- [ ] task', '* [x] task', '1. one', '1) one'],
  ...['1.', '2)', '123456789. x', '1986\\. A year', '> quote', '>', '```js', '```', '~~~'],
  ...['`code`'],
  ...['``a`b``', '`', '***', '---', '===', '___', '* * *', '- - -', '=', '**b**', '*i*', '_i_'],
  ...['__b__', '***bi***', '~~gone~~', '~gone~', 'a*b*c', 'snake_case_name', '2 * 3 * 4', '**'],
  ...['__'],
  ...['[link](http://evil.example)', '[a]', '[a]: http://evil.example', '[a][b]', '[^1]'],
  ...['[^1]: note'],
  ...['![image](http://evil.example/x.png)', '![a]', '!', '<script>alert(1)</script>', '<b>'],
  ...['</p>'],
  ...['<!-- comment', '<?php', '<![CDATA[x]]>', '<http://evil.example>', '<a@evil.example>', '< b'],
  ...['http://evil.example', 'HTTPS://EVIL.EXAMPLE/a_b_c', 'x_http://evil.example'],
  ...['1https://evil.example'],
  ...['www.evil.example', '_www.evil.example', '(www.evil.example)', '*http://evil.example*'],
  ...['WWW.evil.example.org'],
  ...['ask a.b@evil.example now', 'mailto:a@evil.example', 'xmpp:a@evil.example/b'],
  ...['ftp://evil.example'],
  ...['_mailto:a@evil.example', 'a+b@evil.example', '&amp;', '&copy; &nbsp; &#65; &#x41;', '&'],
  ...['R&D', 'AT&T;'],
  ...['a | b', '| a | b |', '|', ':---', ':-:', ': definition', '\\', 'a\\', '\\*', 'a\\\\b'],
  ...['\\\\', '\\n'],
  ...['%_\'"', '$x$', '^up^', '==mark==', '{.class}', 'a  b', '😀 שלום', '…'],
]
const texts = [
  ...['a\n===', 'a\n---', 'a\n=', 'a\n-', 'a\n# b', 'a\n#', 'a\n- b\n- c', 'a\n1. b', 'a\n1) b'],
  ...['a\n+'],
  ...['a\n> b', 'a\n    b', 'a\n\n    code', 'a\n\n\tcode', 'a\n\n  \tcode', 'a\n\n```\ncode\n```'],
  ...['a\n\n~~~\ncode', '| a | b |\n| - | - |\n| 1 | 2 |', 'a | b\n- | -\n1 | 2', 'a\n:-\nb'],
  ...['a\n-:\nb'],
  ...['a  \nb', 'a\\\nb', 'a\t\nb', 'a\r\nb', 'a\rb', 'a\n\n\n\nb', 'a\n \t \nb'],
  ...['[a]\n\n[a]: http://evil.example'],
  ...['<div>\n\nx\n\n</div>', 'a\n<!--\n\nb', '[^1]\n\n[^1]: note', 'a\n 1. x', 'a\n  - x'],
  ...['a\n   # x'],
  ...['a\n   ===', 'term\n: meaning', 'a\n***', 'a\n* * *\nb', 'a\n\n***\n\nb', '**a\nb**'],
  ...['`a\nb`', '[a\nb](c)'],
  ...['a\u2028b', 'a\u00a0b', '\u200bx', 'a\n\u00a0# x', 'a\n\u3000- x', 'a\n\n1986. A year'],
  ...['a\n\n\t- x', 'a\tb', 'a\n\tb', '> a\n> b\n\nc'],
]

/** Adds a term for every text and returns the stored terms in order. */
async function addTerms({ person, request, term }: TestService): Promise<{ as: Person; stored: Term[] }> {
  const as = await person()
  for (const line of lines) {
    // A name has a letter or a digit.
    const name = /[\p{L}\p{N}]/u.test(line) ? line : `${line} x`
    await term(as, { name, full_name: line, category: line, definition: line })
  }
  for (const definition of texts) await term(as, { definition })
  const { body } = await request('GET', '/api/v1/export?status=all&format=json', { as })
  assert.is(body.length, lines.length + texts.length)
  return { as, stored: body }
}

/** The expected blocks of a term, without white space at the ends of lines. */
function blocksOf({ name, full_name, definition, category, status }: Term): string[] {
  const trimmed = definition.split(/\r\n?|\n/).map((line) => line.trimEnd())
  const paragraphs = trimmed.join('\n').split(/\n{2,}/)
  return [
    `h2 ${name} (${status})`,
    ...(full_name === null ? [] : [`p strong ${full_name}`]),
    ...paragraphs.map((paragraph) => `p ${paragraph}`),
    ...(category === null ? [] : [`p Category: ${category}`]),
  ]
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** The blocks of a rendered document: the names of their elements, then their text. */
function blocksIn(html: string): string[] {
  return html.split(/(?<=<\/(?:p|h1|h2)>)\n?/).flatMap((block) => {
    const elements = [...block.matchAll(/<([^/>\s]+)[^>]*>/g)].map(([, element]) => element)
    const text = block.replace(/<[^>]*>/g, '').replace(/&\w+;/g, (entity) => entities[entity] ?? '')
    return block === '' ? [] : [[...elements, text].join(' ')]
  })
}

const flavours: Record<string, Options> = {
  CommonMark: {},
  "GitHub's Markdown": { extensions: [gfm()], htmlExtensions: [gfmHtml()] },
}

for (const [flavour, options] of Object.entries(flavours)) {
  test(`${flavour} renders all texts unchanged`, async (service) => {
    const { as, stored } = await addTerms(service)
    const { text } = await service.request('GET', '/api/v1/export?status=all', { as })
    const dangerous = { allowDangerousHtml: true, allowDangerousProtocol: true }
    const html = micromark(text, { ...options, ...dangerous })
    assert.equal(blocksIn(html), ['h1 Glossary', ...stored.flatMap(blocksOf)])
    const elements = new Set([...html.matchAll(/<([^/>\s]+)/g)].map(([, element]) => element))
    assert.equal([...elements].sort(), ['h1', 'h2', 'p', 'strong'])
  })
}

test('the parser of these tests finds elements', () => {
  const html = micromark('# a\n\n**b** [c](http://d.example) <i>\n\n- &lt;', { allowDangerousHtml: true })
  assert.equal(blocksIn(html).slice(0, 2), ['h1 a', 'p strong a i b c '])
  assert.match(blocksIn(html)[2] ?? '', /^ul li .*<\s*$/s)
})

test.run()
