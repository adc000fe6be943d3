import { lines } from './support/imports.ts'
import { type List, testLists } from './support/lists.ts'
import { glossary } from './support/test-service.ts'
import { workbook } from './support/workbook.ts'

// As tools export them and people write them. Their content is invented.

const test = glossary('import, several lists in a file, and objects')

const md = 'text/markdown'
const yaml = 'application/yaml'
const json = 'application/json'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const audit = 'QZA|Quality Zone Audit|Quality Zone Audit|||'
const bell = 'LKB|Large Kettle Bell|Large Kettle Bell|||'
const spelled = [/full name/]
const both = [audit, bell]

const several: List[] = [
  {
    kept: 'a table for each letter',
    type: md,
    file: lines(
      '# Our words',
      '## L',
      '',
      '| Acronym | Meaning |',
      '|---|---|',
      '| LKB | Large Kettle Bell |',
      '',
      '## Q',
      '',
      '| Acronym | Meaning |',
      '|---|---|',
      '| QZA | Quality Zone Audit |',
    ),
    terms: [bell, audit],
  },
  {
    kept: 'a table for each team, and another one',
    type: md,
    file: lines(
      '## Plant',
      '|Term|Description|',
      '|--|--|',
      '|Kettle|A vessel.|',
      '',
      '## Sales',
      '|Term|Description|',
      '|--|--|',
      '|Lead|Who may buy.|',
      '',
      '## People',
      '|Who|Phone|',
      '|--|--|',
      '|Ann|12|',
      '',
      'Ask them.',
    ),
    terms: ['Kettle||A vessel.|Plant||', 'Lead||Who may buy.|Sales||'],
    guesses: [/one table, “People”/, /titles of the 2 tables/, /“Ask them.”/],
  },
  {
    kept: 'a workbook with a sheet to read first, and one for each team',
    type: xlsx,
    file: workbook({
      'Read me': { rows: [['This is our glossary'], ['Ask Ann']] },
      Plant: {
        rows: [
          ['Term', 'Description'],
          ['Kettle', 'A vessel.'],
        ],
      },
      Sales: {
        rows: [
          ['Term', 'Description'],
          ['Lead', 'Who may buy.'],
        ],
      },
    }),
    terms: ['Kettle||A vessel.|Plant||', 'Lead||Who may buy.|Sales||'],
    guesses: [/one sheet, “Read me”/, /titles of the 2 sheets/],
  },
  {
    kept: 'lists of terms by team in JSON',
    type: json,
    file: JSON.stringify({
      Plant: [{ term: 'Kettle', description: 'A vessel.' }],
      Sales: [{ term: 'Lead', description: 'Who may buy.' }],
      people: [{ name: 'Ann', phone: 12 }],
    }),
    terms: ['Kettle||A vessel.|Plant||', 'Lead||Who may buy.|Sales||'],
    guesses: [/one list, “people”/, /titles of the 2 lists/],
  },
  {
    kept: 'objects of names and texts by team in YAML',
    type: yaml,
    file: lines('Plant:', '  Kettle: A vessel.', 'Sales:', '  Lead: Who may buy.', '  Deal: What is sold.'),
    terms: ['Kettle||A vessel.|Plant||', 'Lead||Who may buy.|Sales||', 'Deal||What is sold.|Sales||'],
    guesses: [/titles of the 2 lists/],
  },
]

const objects: List[] = [
  {
    kept: 'a document for each term in YAML',
    type: yaml,
    file: lines('term: Kettle', 'definition: A vessel.', '---', 'term: Bell', 'definition: It rings.'),
    terms: ['Kettle||A vessel.|||', 'Bell||It rings.|||'],
  },
  {
    kept: 'a list of single pairs in YAML',
    type: yaml,
    file: lines('- QZA: Quality Zone Audit', '- LKB: Large Kettle Bell'),
    terms: both,
    guesses: spelled,
  },
  {
    kept: 'a line for each term in JSON',
    type: json,
    file: lines(
      '{"acronym":"QZA","expansion":"Quality Zone Audit"}',
      '',
      '{"acronym":"LKB","expansion":"Large Kettle Bell"}',
    ),
    terms: both,
  },
  {
    kept: 'definitions that are lists and maps of texts',
    type: json,
    file: JSON.stringify([
      { term: 'Kettle', definition: ['A vessel.', 'For water.'] },
      { term: 'Bell', definition: { short: 'It rings.', long: 'At noon.' } },
    ]),
    terms: ['Kettle||A vessel.\nFor water.|||', 'Bell||It rings.\nAt noon.|||'],
  },
  {
    kept: 'JSON with our keys, whose definitions spell the names out',
    type: json,
    file: JSON.stringify([{ name: 'QZA', definition: 'Quality Zone Audit' }]),
    terms: ['QZA||Quality Zone Audit|||'],
  },
]

testLists(test, [...several, ...objects])

test.run()
