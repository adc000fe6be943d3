import { lines } from './support/imports.ts'
import { type List, testLists } from './support/lists.ts'
import { glossary } from './support/test-service.ts'

// As tools export them and people write them. Their content is invented.

const test = glossary('import, lists without a table')

const md = 'text/markdown'
const audit = 'QZA|Quality Zone Audit|Quality Zone Audit|||'
const bell = 'LKB|Large Kettle Bell|Large Kettle Bell|||'
const spelled = [/full name/]
const both = [audit, bell]

const texts: List[] = [
  {
    kept: 'lines with colons',
    file: lines('QZA: Quality Zone Audit', 'LKB: Large Kettle Bell'),
    terms: both,
    guesses: spelled,
  },
  {
    kept: 'lines with hyphens',
    file: lines('QZA - Quality Zone Audit', 'LKB - Large Kettle Bell'),
    terms: both,
    guesses: spelled,
  },
  {
    kept: 'lines with dashes',
    file: lines('QZA – Quality Zone Audit', 'LKB—Large Kettle Bell'),
    terms: both,
    guesses: spelled,
  },
  {
    kept: 'lines with signs of equality',
    file: lines('QZA = Quality Zone Audit', 'LKB=Large Kettle Bell'),
    terms: both,
    guesses: spelled,
  },
  {
    kept: 'a list with bold names',
    type: md,
    file: lines('# Plant', '- **QZA**: Quality Zone Audit', '- **LKB:** Large Kettle Bell'),
    terms: both,
    guesses: spelled,
  },
  {
    kept: 'headings above texts',
    type: md,
    file: lines(
      '# Glossary',
      '',
      '## Kettle',
      '',
      'A vessel for [water](https://example.com).',
      '',
      'It whistles.',
      '',
      '## Bell',
      'It rings.',
    ),
    terms: ['Kettle||A vessel for water.\n\nIt whistles.|||', 'Bell||It rings.|||'],
  },
  {
    kept: 'a definition list',
    type: md,
    file: lines('Kettle', ': A vessel.', '', 'Bell', ':   It rings', '    at noon.'),
    terms: ['Kettle||A vessel.|||', 'Bell||It rings at noon.|||'],
  },
  {
    kept: 'abbreviations of a site generator',
    type: md,
    file: lines('*[QZA]: Quality Zone Audit', '*[LKB]: Large Kettle Bell'),
    terms: both,
    guesses: spelled,
  },
  {
    kept: 'acronyms of LaTeX',
    file: lines(
      '% ours',
      '\\newacronym{qza}{QZA}{Quality Zone Audit}',
      '\\newacronym[longplural={x}]{lkb}{LKB}{Large Kettle Bell}',
    ),
    terms: both,
    guesses: [/full name|ours/, /full name|ours/],
  },
  {
    kept: 'columns of spaces',
    file: lines('QZA    Quality Zone Audit', 'LKB    Large Kettle Bell', 'PTO    Paid Time Off'),
    terms: [...both, 'PTO|Paid Time Off|Paid Time Off|||'],
    guesses: [/no header/, /the name/, /full name/],
  },
  {
    kept: 'full names before definitions, and lines that are none',
    file: lines(
      'Words of the plant',
      '',
      '• QZA: Quality Zone Audit, which checks a zone',
      '• LKB: Large Kettle Bell (it rings at noon)',
    ),
    terms: ['QZA|Quality Zone Audit|which checks a zone|||', 'LKB|Large Kettle Bell|it rings at noon|||'],
    guesses: [/“Words of the plant”/, /spells the name out/],
  },
  {
    kept: 'a definition list of a web page',
    file: lines('<dl>', '<dt>Kettle</dt>', '<dd>A <b>vessel</b>.</dd>', '<dt>Bell</dt><dd>It rings.</dd>', '</dl>'),
    terms: ['Kettle||A vessel.|||', 'Bell||It rings.|||'],
  },
  {
    kept: 'texts below names',
    file: lines('Kettle', '    A vessel for water.', '', 'Bell', '    It rings.'),
    terms: ['Kettle||A vessel for water.|||', 'Bell||It rings.|||'],
  },
  {
    kept: 'a list by team',
    type: md,
    file: lines('## Plant', '* Kettle – a vessel', '* Bell – rings at noon', '', '## Sales', '* Lead – who may buy'),
    terms: ['Kettle||a vessel|Plant||', 'Bell||rings at noon|Plant||', 'Lead||who may buy|Sales||'],
  },
]

testLists(test, [...texts])

test.run()
