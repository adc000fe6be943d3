import { lines } from './support/imports.ts'
import { type List, testLists } from './support/lists.ts'
import { glossary } from './support/test-service.ts'

// Entries as people, editors and language models write them, and what is near to them. All of it is invented.

const test = glossary('import, forms of Markdown')

const forms: List[] = [
  {
    kept: 'bold words at the beginning of wrapped lines',
    file: lines(
      '**Hopper**:',
      'Holds grain until somebody opens a',
      '**chute**: then it falls. Do not',
      '**overfill** - it spills.',
      '',
      '**Chute**: Lets',
      '**grain** out.',
    ),
    terms: [
      'Hopper||Holds grain until somebody opens a chute: then it falls. Do not overfill - it spills.|||',
      'Chute||Lets grain out.|||',
    ],
  },
  {
    kept: 'entries line by line without blank lines',
    file: lines(
      '**Hopper**:',
      'Holds grain.',
      '_Avoid_: bin',
      '**Chute** (outlet):',
      'Lets it out.',
      '**Belt**:',
      'Moves it.',
    ),
    terms: ['Hopper||Holds grain.|||bin', 'Chute|outlet|Lets it out.|||', 'Belt||Moves it.|||'],
  },
  {
    kept: 'bold lines, each of which is an entry',
    file: lines('**QZA**: Quality Zone Audit', '**LKB**: Large Kettle Bell', '**PTO** - Paid Time Off'),
    terms: ['QZA', 'LKB', 'PTO'].map((name, index) => {
      const text = ['Quality Zone Audit', 'Large Kettle Bell', 'Paid Time Off'][index]
      return `${name}|${text}|${text}|||`
    }),
    guesses: [/full name/],
  },
  {
    kept: 'items in a definition whose entries are paragraphs',
    file: lines(
      '**Hopper**: Has',
      '',
      '1. **lid**: keeps rain out',
      '2. **gate** - at the bottom',
      '',
      '**Chute**: Lets it out.',
      '* **steep**: for wet grain',
    ),
    terms: [
      'Hopper||Has\n\n1. lid: keeps rain out\n2. gate - at the bottom|||',
      'Chute||Lets it out.\n* steep: for wet grain|||',
    ],
  },
  {
    kept: 'items in a definition whose entries are items of less depth',
    file: lines(
      '* **Hopper**: Has',
      '    * **lid**: keeps rain out',
      '* **Chute**: Lets it out.',
      '  It is',
      '  **steep**: for wet grain.',
    ),
    terms: ['Hopper||Has\n* lid: keeps rain out|||', 'Chute||Lets it out. It is steep: for wet grain.|||'],
  },
  {
    kept: 'items with and without a sign behind the name',
    file: lines(
      '* **Hopper**: Holds',
      '  * **lid** keeps rain out',
      '* **Chute** (outlet) lets it out.',
      '* **Belt** moves it.',
      '* **Gate**: Opens.',
    ),
    terms: [
      'Hopper||Holds\n* lid keeps rain out|||',
      'Chute|outlet|lets it out.|||',
      'Belt||moves it.|||',
      'Gate||Opens.|||',
    ],
  },
  {
    kept: 'items with bold beginnings below entries that are paragraphs',
    file: lines('**Hopper**: Has', '- **a lid** for rain', '- **a gate** below', '', '**Chute**: Lets it out.'),
    terms: ['Hopper||Has\n- a lid for rain\n- a gate below|||', 'Chute||Lets it out.|||'],
  },
  {
    kept: 'items that can be ticked',
    file: lines('- [ ] **Hopper**: Holds grain.', '- [X] **Chute**: Lets it out.'),
    terms: ['Hopper||Holds grain.|||', 'Chute||Lets it out.|||'],
  },
  {
    kept: 'a list beside entries that are paragraphs',
    file: lines(
      '# Plant',
      '',
      '## Rules',
      '',
      '- **Safety**: comes first',
      '',
      '## Words',
      '',
      '**Hopper**: Holds grain.',
      '',
      '**Chute**: Lets it out.',
    ),
    terms: ['Hopper||Holds grain.|||', 'Chute||Lets it out.|||'],
    guesses: [/no terms: “Rules”.*one entry, “Safety”/],
  },
  {
    kept: 'sections whose titles only begin like those without terms',
    file: lines(
      '# Plant',
      '## Relationship managers',
      '**Hopper**: Holds grain.',
      '## Question types',
      '**Chute**: Lets it out.',
      '## Examples and questions',
      '**Belt**: Moves it.',
    ),
    terms: ['Hopper||Holds grain.|Relationship managers||', 'Chute||Lets it out.|Question types||'],
    guesses: [/no terms: “Examples and questions”.*one entry, “Belt”/],
  },
  {
    kept: 'a category below Language that is called like a section without terms',
    file: lines(
      '# Plant',
      '## Language',
      '### Decisions',
      '**Hopper**: Holds grain.',
      '## Decisions',
      '**Belt**: Moves it.',
    ),
    terms: ['Hopper||Holds grain.|Decisions||'],
    guesses: [/no terms: “Decisions”.*one entry, “Belt”/],
  },
  {
    kept: 'headings of the first level',
    file: lines('# Hopper #', 'Holds grain.', '', 'Chute', '=====', '', 'Lets it out.'),
    terms: ['Hopper||Holds grain.|||', 'Chute||Lets it out.|||'],
  },
  {
    kept: 'headings with IDs and classes',
    file: lines(
      '# Words {#words}',
      '## Hopper {#hopper .term}',
      'Holds grain.',
      '### A part {: #part}',
      'Its lid.',
      '## Chute {.term}',
      'Lets it out.',
    ),
    terms: ['Hopper||Holds grain.\n\nA part\n\nIts lid.|||', 'Chute||Lets it out.|||'],
  },
  {
    kept: 'bold lines above texts',
    file: lines(
      '# Plant',
      '',
      '**Hopper**',
      'Holds grain.',
      '',
      'It has a lid.',
      '',
      '**Chute** (outlet)',
      '',
      'Lets it out.',
    ),
    terms: ['Hopper||Holds grain.\n\nIt has a lid.|||', 'Chute|outlet|Lets it out.|||'],
  },
  {
    kept: 'bold beginnings of paragraphs',
    file: lines('__Hopper__ Holds grain.', '', '__Chute__ Lets', 'it out.', '', '__Belt.__ Moves it.'),
    terms: ['Hopper||Holds grain.|||', 'Chute||Lets it out.|||', 'Belt||Moves it.|||'],
  },
  {
    kept: 'bold items with line breaks of HTML and below',
    file: lines('1. **Hopper**<br/>Holds grain.', '2. **Chute**', '   Lets it out.', '3. **Belt**. Moves it.'),
    terms: ['Hopper||Holds grain.|||', 'Chute||Lets it out.|||', 'Belt||Moves it.|||'],
  },
  {
    kept: 'bold beginnings with and without a colon, most of them with',
    file: lines('**Hopper**: Holds grain.', '', '**Careful** It is hot.', '', '**Chute**: Lets it out.'),
    terms: ['Hopper||Holds grain.\n\nCareful It is hot.|||', 'Chute||Lets it out.|||'],
  },
  {
    kept: 'a table among entries',
    file: lines(
      '## Hoppers',
      '',
      '**Hopper**: Holds grain.',
      '',
      '| Size | Weight |',
      '|:-:|--|',
      '| S | 4 |',
      '| M | 8 |',
      '',
      'It has a lid.',
      '',
      '**Chute**: Lets it out.',
    ),
    terms: ['Hopper||Holds grain.\n\nIt has a lid.|Hoppers||', 'Chute||Lets it out.|Hoppers||'],
    guesses: [/one table, “Size, Weight”/],
  },
  {
    kept: 'entries beside a table with more terms',
    file: lines(
      '| Term | Description |',
      '|--|--|',
      '| Kettle | A vessel. |',
      '| Bell | It rings. |',
      '',
      '## More',
      '',
      '**Hopper**: Holds grain.',
    ),
    terms: ['Kettle||A vessel.|||', 'Bell||It rings.|||'],
    guesses: [/most terms are in tables: “Hopper”/, /no table: “More”/, /a line “\*\*Hopper/],
  },
  {
    kept: 'a block of code that nobody closed',
    file: lines('```', 'npm start', '', '**Hopper**: Holds grain.', '', '**Chute**: Lets it out.'),
    terms: ['Hopper||Holds grain.|||', 'Chute||Lets it out.|||'],
    guesses: [/2 lines, such as “```”/],
  },
]

testLists(
  test,
  forms.map((list) => ({ type: 'text/markdown', ...list })),
)

test.run()
