import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { readAcronyms } from '../bench/acronym-list.ts'
import { readDefinitions, toMeaningKey } from '../bench/definitions.ts'
import { toMeaningCases } from '../bench/meaning-cases.ts'
import { suite } from './support/suite.ts'

const test = suite('what the evaluations of lookups read')

const folder = await mkdtemp(join(tmpdir(), 'glossary-eval-'))
test.after(() => rm(folder, { recursive: true }))

async function write(name: string, content: string) {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

test('V.E.R.A. is read with its spellings and subjects', async () => {
  const file = await write(
    'vera.info',
    `File: vera.info,  Node: A

-- A --
*******

AAA
     Authentication, Authorization and
     Accounting [= Triple A]

80211HR
     802.11 High Rate (IEEE, WLAN), "802.11/HR"

IN
     Intelligent Network (telecommunication)
`,
  )
  assert.equal(await readAcronyms([file]), [
    { name: 'AAA', full_name: 'Authentication, Authorization and Accounting', category: null },
    { name: '802.11/HR', full_name: '802.11 High Rate', category: 'IEEE' },
    { name: 'IN', full_name: 'Intelligent Network', category: 'telecommunication' },
  ])
})

test('definitions are found with their sentence, and with the text around them without the full name', async () => {
  await write(
    'rfc10.txt',
    `   Each host in the network asks a router. The Service Level Agreement
   (SLA) names the hours. Others do not.

Author                    Informational                      [Page 1]
\f
RFC 10                        A Title                      July 2020

   A service level agreement is binding for all of us.
`,
  )
  await write('rfc9.txt', 'This text does not define anything at all for us.\n')
  const documents = await readDefinitions(folder, { contextLength: 100 })
  assert.equal(documents, [
    [],
    [
      {
        acronym: 'SLA',
        full_name: 'Service Level Agreement',
        sentence: 'The Service Level Agreement (SLA) names the hours.',
        context:
          'Each host in the network asks a router. The  (SLA) names the hours. Others do not.\nA  is binding for all of us.',
      },
    ],
  ])
})

test('spellings of one full name are one meaning', () => {
  assert.is(toMeaningKey('Certificate Authority'), toMeaningKey('certification authorities'))
  assert.is(toMeaningKey('Statement of Work'), toMeaningKey('statements of work'))
  assert.is.not(toMeaningKey('Access Point'), toMeaningKey('Application Protocol'))
})

test('the last fifth of the documents asks about the meanings of the others', () => {
  const define = (full_name: string, sentence: string) => [
    { acronym: 'AP', full_name, sentence, context: `around ${sentence}` },
  ]
  const documents = [
    define('Access Point', 'An Access Point (AP).'),
    define('access points', 'Each Access Point (AP) sends beacons.'),
    define('Application Protocol', 'An Application Protocol (AP).'),
    define('Application Protocol', 'The Application Protocol (AP).'),
    ...[define('Adjunct Processor', 'Once.'), [], [], []],
    define('Application Protocols', 'New.'),
    define('Application Protocol', 'Newer.'),
  ]
  const { meanings, cases } = toMeaningCases(documents)
  assert.equal(
    meanings.map(({ full_name, definition, documents }) => [full_name, definition, documents]),
    [
      ['access points', 'Each Access Point (AP) sends beacons.', 2],
      ['Application Protocol', 'The Application Protocol (AP).', 2],
    ],
  )
  assert.equal(cases, [
    { name: 'AP', full_name: 'Application Protocol', text: 'around New.', isFirst: true },
    { name: 'AP', full_name: 'Application Protocol', text: 'around Newer.', isFirst: false },
  ])
})

test.run()
