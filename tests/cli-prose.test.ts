import * as assert from 'uvu/assert'
import { check } from '../lib/client/check.ts'
import { createGlossary } from '../lib/client/glossary.ts'
import { toProse } from '../lib/client/prose.ts'
import type { CopiedTerm } from '../lib/client/service.ts'
import { growthOf, maxGrowth } from './support/growth.ts'
import { suite } from './support/suite.ts'

// What `glossary check` reads of files of each kind, and what it leaves out.

const test = suite('check, prose and what is none')

const term = (id: string, name: string, category: string | null, ...discouraged: string[]) =>
  ({
    ...{
      id,
      name,
      category,
      full_name: null,
      definition: 'x',
      status: 'official',
      links: [],
      in_texts: 'auto',
      vote_count: 0,
    },
    aliases: discouraged.map((each) => ({ name: each, kind: 'discouraged' })),
  }) as unknown as CopiedTerm

const terms = [
  term('1', 'SLA', 'Ops', 'service promise', 'uptime-oath'),
  term('2', 'goal', 'Sales', 'target', 'aimpoint'),
  term('3', 'Kettle', null, 'pott', 'boiler'),
]
const glossary = createGlossary(terms)

const found = async (path: string, text: string, from = glossary) =>
  (await check(from, path, text)).map(({ start, text }) => `${text.length === 0 ? '' : `${text}@${start}`}`)

/** Texts in which each `pott` is a finding, and no `boiler`, `aimpoint` or `service promise` is. */
const files: [path: string, text: string][] = [
  [
    'a.md',
    '---\ntitle: aimpoint\ntags: [aimpoint]\n---\nA pott {#aimpoint} and {{ aimpoint }} and {% aimpoint %} pott[^aimpoint].\n',
  ],
  [
    'b.md',
    '[[aimpoint|pott]] :aimpoint: $aimpoint + 1$ and $$aimpoint$$, @aimpoint, @aimpoint/x, lib/aimpoint, ./aimpoint.md, pott\n',
  ],
  ['c.md', '+++\ntitle = "aimpoint"\n+++\n# pott\n\n`aimpoint` **pott**, and costs $5 of pott and $6.\n'],
  ['d.markdown', 'A pott, POTT/pott?\n\n[^aimpoint]: A pott.\n{{< aimpoint >}}\n'.replace('POTT/pott?', 'or a pott')],
  [
    'a.mdx',
    "import Aimpoint from './aimpoint'\nimport {\n  aimpoint,\n} from 'x'\nexport const aimpoint = 1\n\nA pott {/* glossary: off */} aimpoint {/* glossary: on */} pott\n",
  ],
  ['b.mdx', 'A {aimpoint} pott {1 + aimpoint.x}, {/* pott */} <X y={aimpoint}>pott</X>\n'],
  [
    'b.rst',
    'A pott |aimpoint| of [aimpoint]_ and |aimpoint|_, |pott | pott|\n\n| A pott\n| [pott] or\n\n+------+---+\n| pott | x |\n+------+---+\n',
  ],
  ['a.qmd', '---\ntitle: aimpoint\n---\n```{r}\naimpoint <- 1\n```\nA pott.\n'],
  ['a.Rmd', 'A pott, `r aimpoint`.\n'],
  [
    'a.rst',
    'A pott::\n\n   aimpoint = 1\n\n.. code-block:: python\n   :name: aimpoint\n\n   aimpoint()\n\n.. note:: A pott.\n\n   A pott, ``aimpoint``, :ref:`aimpoint`.\n\n.. _aimpoint: x\n',
  ],
  [
    'a.adoc',
    ':aimpoint: x\n\nA pott {aimpoint} `aimpoint`.\n\n[source,ruby]\n----\naimpoint\n----\n\nxref:aimpoint[pott] <<aimpoint,pott>>\n',
  ],
  ['a.json', '{"aimpoint": "A pott", "x": ["pott", {"aimpoint" : 1}]}'],
  [
    'a.ipynb',
    JSON.stringify(
      {
        cells: [
          { cell_type: 'markdown', metadata: { aimpoint: 'aimpoint' }, source: ['# A pott\n', 'or `aimpoint`'] },
          { cell_type: 'code', outputs: [{ text: ['aimpoint'] }], source: ['# pott\n', 'aimpoint = 1'] },
        ],
      },
      null,
      1,
    ),
  ],
  [
    'a.html',
    '<!doctype html><title>A pott</title><script>const aimpoint = 1 // pott\n</script><p class="aimpoint">pott <code>aimpoint</code> <pre>aimpoint</pre></p><!-- pott -->\n',
  ],
  [
    'a.svelte',
    '<script lang="ts">\n  let aimpoint = 1 // pott\n</script>\n<p title="aimpoint">A pott {aimpoint}</p>\n<style>.aimpoint { color: red }</style>\n',
  ],
  [
    'a.tex',
    'A pott \\ref{aimpoint} \\emph{pott}. % pott\n\\begin{verbatim}\naimpoint\n\\end{verbatim}\n$aimpoint$ \\label{aimpoint}\n',
  ],
  [
    'a.ts',
    '// A pott of @aimpoint in src/aimpoint.ts\nconst aimpoint = "pott // no".length // glossary: off\n// aimpoint\n/* glossary: on */ // pott\n'.replace(
      '"pott // no"',
      '"x"',
    ),
  ],
  ['a.py', '# pott\naimpoint = 1  # glossary: off\n# aimpoint\n# glossary: on, pott\n'],
  ['a.txt', 'A pott, see docs/aimpoint and @aimpoint.\n'],
  ['b.txt', 'A pott <!-- glossary: off --> aimpoint\n aimpoint'],
]

test('of each kind of file, prose is read, and nothing else', async () => {
  for (const [path, text] of files) {
    const places = [...text.matchAll(/pott/g)].map(({ index }) => `pott@${index}`)
    assert.ok(places.length > 0)
    assert.equal(await found(path, text), places, `${path}: ${text}`)
    assert.is(toProse(path, text).text.length, text.length, path)
  }
})

test('five findings in a text of each kind are found', async () => {
  const five = 'A pott, the pott; and a pott. One pott!\n\nPott'
  for (const ending of ['md', 'mdx', 'qmd', 'Rmd', 'rst', 'adoc', 'html', 'svelte', 'vue', 'tex', 'txt', 'unknown'])
    assert.is((await found(`a.${ending}`, five)).length, 5, ending)
  assert.is((await found('a.json', JSON.stringify([five]))).length, 5)
  const markdown = { cell_type: 'markdown', source: five.split(/(?<=\n)/) }
  assert.is((await found('a.ipynb', JSON.stringify({ cells: [markdown] }))).length, 5)
  assert.is((await found('a.ts', five.replaceAll(/^/gm, '// '))).length, 5)
  for (const kept of [
    'CI/CD of a pott',
    'and/or pott',
    '$5 for a pott, $6 more',
    'a: pott: b',
    'pott @ home',
    '[pott](x)',
    '{ pott }',
  ])
    assert.is((await found('a.md', kept)).length, 1, kept)
})

test('with a category, discouraged names of others do not count; without one, English words do not', async () => {
  const text = 'A target, an aimpoint, a boiler, a pott and a service promise.'
  const names = async (category?: string) =>
    (await found('a.txt', text, createGlossary(terms, { ...(category && { category }) }))).map((each) =>
      each.replace(/@.*/, ''),
    )
  assert.equal(await names(), ['aimpoint', 'pott', 'service promise'])
  assert.equal(await names('sales'), ['target', 'aimpoint', 'boiler', 'pott'])
  assert.equal(await names('Ops'), ['boiler', 'pott', 'service promise'])
})

test('an ordinary word in capitals is no acronym', async () => {
  const unknown = async (text: string) => (await check(glossary, 'a.txt', text, true)).map((each) => each.text)
  assert.equal(await unknown('COMPLETE ISSUES and WARRANTIES, but QXW and XYZs.'), ['QXW', 'XYZ'])
})

test('a large text of signs takes time in proportion to its length', async () => {
  const signs = [
    '{{',
    '{%',
    '$a',
    '[[',
    '<pre>',
    '<script>',
    '"\\',
    '`',
    '@a/',
    'a/',
    ':a',
    '\\begin{math}',
    '::\n ',
    '----\n',
    '{/*',
    '<a ',
    "import '",
  ]
  for (const sign of signs)
    for (const [path] of files) {
      const read = (text: string) => assert.is(toProse(path, text).text.length, text.length)
      const growth = await growthOf(read, sign.repeat(20_000), sign.repeat(5000))
      assert.ok(growth < maxGrowth, `${path} ${sign} ${growth.toFixed(1)} times as long`)
    }
})

test.run()
