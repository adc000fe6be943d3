import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as assert from 'uvu/assert'
import { readBioc } from '../bench/bioc.ts'
import { suite } from './support/suite.ts'

const test = suite('npm run eval:discovery')

const folder = await mkdtemp(join(tmpdir(), 'glossary-eval-'))
test.after(() => rm(folder, { recursive: true }))

async function write(name: string, content: string) {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

const collection = (...documents: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE collection SYSTEM "BioC.dtd">
<collection><source>ours</source><date>20260501</date><key>ours.key</key>
${documents.join('\n')}
</collection>`

const annotation = (id: string, kind: string, text: string) => `<annotation id="${id}">
  <infon key="ABBR">${kind}</infon><infon key="type">ABBR</infon>
  <location offset="0" length="${text.length}"/><text>${text}</text></annotation>`

/** Annotations of short and long forms, numbered from 0, and the relations between them. */
const marked = (...pairs: [short: string, long: string][]) =>
  pairs
    .map(([short, long], index) => {
      const nodes = `<node refid="L${index}" role="LongForm"/><node refid="S${index}" role="ShortForm"/>`
      return `${annotation(`L${index}`, 'LongForm', long)}${annotation(`S${index}`, 'ShortForm', short)}
        <relation id="R${index}"><infon key="type">ABBR</infon>${nodes}</relation>`
    })
    .join('\n')

const passage = (text: string, ...pairs: [short: string, long: string][]) =>
  `<passage><infon key="type">abstract</infon><offset>0</offset>
  <text>${text}</text>${marked(...pairs)}</passage>`

const first = `<document><id>1</id>
${passage('On Research &amp; Development (R&amp;D)', ['R&amp;D', 'Research &amp; Development'])}
${passage('The Service\n  Level Agreement (SLA) and a key figure (KFX).', ['SLA', 'Service\nLevel Agreement'], ['KFX', 'key figure'])}
</document>`
const second = `<document><id>2</id>${passage('The state liquor authority (SLA).')}</document>`

test('passages, annotations and relations are read, and white space is collapsed', async () => {
  const documents = await readBioc(await write('two.xml', collection(first, second)))
  assert.equal(documents, [
    {
      id: '1',
      text: 'On Research & Development (R&D)\nThe Service Level Agreement (SLA) and a key figure (KFX).',
      pairs: [
        { short: 'R&D', long: 'Research & Development' },
        { short: 'SLA', long: 'Service Level Agreement' },
        { short: 'KFX', long: 'key figure' },
      ],
    },
    { id: '2', text: 'The state liquor authority (SLA).', pairs: [] },
  ])
})

test('sentences are read, and so are relations outside the passages', async () => {
  const sentence = (text: string, rest: string) => `<sentence><text>${text}</text>${rest}</sentence>`
  const short = annotation('S', 'ShortForm', 'SLA')
  const long = annotation('L', 'LongForm', 'Service Level Agreement')
  const nodes = '<node refid="S" role="ShortForm"/><node refid="L" role="LongForm"/>'
  const body = `<document><id>3</id>
    <passage><offset>0</offset>${sentence('A Service Level Agreement.', long)}${sentence('(SLA)', short)}</passage>
    <relation id="R">${nodes}</relation></document>`
  assert.equal(await readBioc(await write('sentences.xml', collection(body))), [
    { id: '3', text: 'A Service Level Agreement. (SLA)', pairs: [{ short: 'SLA', long: 'Service Level Agreement' }] },
  ])
})

async function evaluate(...args: string[]) {
  const script = fileURLToPath(new URL('../bench/eval-discovery.ts', import.meta.url))
  return new Promise<{ status: number; output: string; error: string }>((resolve) => {
    const command = ['--import', 'tsx', script, ...args]
    execFile(process.execPath, command, (failure, output, error) => {
      resolve({ status: failure ? Number(failure.code) : 0, output, error })
    })
  })
}

test('precision, recall and F1 are given for each file and on average', async () => {
  const files = await Promise.all([write('a.xml', collection(first, second)), write('b.xml', collection(first))])
  const { status, output } = await evaluate('--errors', ...files)
  assert.is(status, 0)
  assert.equal(output.replaceAll(`${folder}/`, '').trimEnd().split('\n'), [
    ...['| file | documents | right | wrong | missing | precision | recall | F1 |'],
    ...['| --- | --- | --- | --- | --- | --- | --- | --- |'],
    ...['| a.xml | 2 | 2 | 1 | 1 | 0.667 | 0.667 | 0.667 |'],
    ...['| b.xml | 1 | 2 | 0 | 1 | 1.000 | 0.667 | 0.800 |'],
    ...['| average |  |  |  |  | 0.833 | 0.667 | 0.733 |', '- 1 KFX | key figure'],
    ...['+ 2 SLA | state liquor authority', '- 1 KFX | key figure'],
  ])
})

const unreadable: [name: string, content: string | null, reason: RegExp][] = [
  ['absent.xml', null, /absent\.xml cannot be read: the file does not exist/],
  ['text.xml', 'SLA', /text\.xml is not valid XML/],
  ['cut.xml', collection(first).slice(0, 900), /cut\.xml is not valid XML: .+ \(line \d+\)/],
  ['other.xml', '<html/>', /other\.xml is not BioC: it has no collection/],
  ['bare.xml', collection(second), /bare\.xml has no relation of a ShortForm and a LongForm/],
  [
    'torn.xml',
    collection(first.replace('annotation id="S0"', 'annotation id="X"')),
    /torn\.xml: a relation in document 1 has no ShortForm or no LongForm/,
  ],
]

for (const [name, content, reason] of unreadable) {
  test(`${name} is refused with a reason`, async () => {
    if (content !== null) await write(name, content)
    const fault = await readBioc(join(folder, name)).catch((error: Error) => error.message)
    assert.match(String(fault), reason)
  })
}

test('the pairs in text files are listed, each once', async () => {
  const files = await Promise.all([
    write('a.md', '# Service Level Agreement (SLA)\n\nThe `KPI (key figure)` is fine.'),
    write('b.md', 'Our *Service Level Agreement* (SLA), and RCA (root cause analysis).'),
  ])
  const { status, output } = await evaluate('--list', ...files)
  assert.is(status, 0)
  assert.is(output, 'SLA | Service Level Agreement\nRCA | root cause analysis\n')
})

test('a failure exits with status 1 and prints one line', async () => {
  const { status, output, error } = await evaluate(join(folder, 'absent.xml'))
  assert.equal({ status, output, lines: error.trim().split('\n').length }, { status: 1, output: '', lines: 1 })
  assert.is((await evaluate()).status, 1)
})

test.run()
