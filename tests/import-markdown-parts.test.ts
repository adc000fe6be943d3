import { lines } from './support/imports.ts'
import { type List, testLists } from './support/lists.ts'
import { glossary } from './support/test-service.ts'

// Entries as people, editors and language models write them, and what is near to them. All of it is invented.

const test = glossary('import, parts of entries')

const names = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`)

const forms: List[] = [
  {
    kept: 'names to avoid over several lines, with commas in brackets and in nested ones',
    file: lines(
      '**Hopper**:',
      'Holds *grain*.',
      '_Avoid_: Bin (old), Silo (a Silo (tall, round) *has* Hoppers;',
      'write Silo for those), "grain box",',
      'funnel.',
      '',
      '**Chute**: Lets it out.',
      '_Avoid_:',
      '- slide (for children)',
      '- or ramp',
    ),
    terms: ['Hopper||Holds grain.|||Bin;Silo;grain box;funnel', 'Chute||Lets it out.|||slide;ramp'],
  },
  {
    kept: 'what is no name among names to avoid',
    file: lines(
      '**Hopper**: Holds grain.',
      '_Avoid_: saying bin when it has no lid, a funnel, point of sale, Who owns it?, state of the art',
      '',
      '**Chute**: Lets it out.',
      '_Avoid_: n/a',
      '',
      '**Belt**: Moves it.',
      `_Avoid_: ${'very '.repeat(30)}long, strap – it holds trousers`,
      '',
      '**Gate**: Stops it.',
      `_Avoid_: ${names(23).join(', ')}`,
    ),
    terms: [
      'Hopper||Holds grain.|||point of sale;state of the art',
      'Chute||Lets it out.|||',
      'Belt||Moves it.|||strap',
      `Gate||Stops it.|||${names(20).join(';')}`,
    ],
    guesses: [
      /“saying bin when it has no lid”, “a funnel”, “Who owns it\?”, “n\/a”, “very .*“it holds trousers”, “w20”, “w21”, “w22”/,
    ],
  },
  {
    kept: 'a sentence below names to avoid, which is text',
    file: lines(
      '**Hopper**:',
      'Holds grain.',
      '_Avoid_: bin',
      'It is never full.',
      '',
      '**Chute**:',
      '_Avoid_: slide',
      'Lets it out.',
    ),
    terms: ['Hopper||Holds grain. It is never full.|||bin', 'Chute||Lets it out.|||slide'],
  },
  {
    kept: 'headings above parts that say what they are, as language models write them',
    file: lines(
      '# Plant glossary',
      '',
      '## Hopper',
      '- **Definition**: Holds grain.',
      '- **Example**: The red one.',
      '- **Also known as**: bin, box',
      '- **Avoid**: silo',
      '',
      '## QZA',
      '- **Full name**: Quality Zone Audit',
      '- **Definition**: Checks a zone.',
      '- **Example**: In May.',
    ),
    terms: [
      'Hopper||Holds grain.\n- Example: The red one.||bin;box|silo',
      'QZA|Quality Zone Audit|Checks a zone.\n- Example: In May.|||',
    ],
  },
  {
    kept: 'one heading above parts that say what they are',
    file: lines(
      '#### Hopper',
      '',
      '__Meaning:__ Holds',
      'grain.',
      '',
      '__Abbreviation:__ HP',
      '',
      '__Category:__ Plant',
    ),
    terms: ['Hopper||Holds grain.|Plant|HP|'],
  },
  {
    kept: 'headings above parts of which some stand once, also before the definition',
    file: lines(
      '# Plant',
      '## Core',
      '### Hopper',
      '**Kind:** Thing',
      '**Meaning:** Holds grain.',
      '**Watch out:** The red one leaks.',
      '### QZA',
      '**Kind:** Check',
      '**Stands for:** Quality Zone Audit',
      '',
      '**Description:** Checks a zone.',
      '**Owner:** Ann',
    ),
    terms: [
      'Hopper||Kind: Thing\n\nHolds grain. Watch out: The red one leaks.|Core||',
      'QZA|Quality Zone Audit|Kind: Check\n\nChecks a zone. Owner: Ann|Core||',
    ],
  },
  {
    kept: 'groups of entries of which one is called like a part',
    file: lines(
      '## Papers',
      '- **Definition**: Says what a word means.',
      '- **Draft**: Is not ready.',
      '## Plant',
      '- **Hopper**: Holds grain.',
      '- **Chute**: Lets it out.',
    ),
    terms: [
      'Definition||Says what a word means.|Papers||',
      'Draft||Is not ready.|Papers||',
      'Hopper||Holds grain.|Plant||',
      'Chute||Lets it out.|Plant||',
    ],
  },
  {
    kept: 'groups of entries with parts of their own',
    file: lines(
      '## Plant',
      '**Hopper**:',
      '- Meaning: Holds grain.',
      '## Yard',
      '**Chute**:',
      '- Meaning: Lets it out.',
    ),
    terms: ['Hopper||- Meaning: Holds grain.|Plant||', 'Chute||- Meaning: Lets it out.|Yard||'],
  },
  {
    kept: 'terms that are called like parts of entries',
    file: lines(
      '## Language',
      '',
      ...['Definition', 'Synonyms', 'Avoid', 'Domain', 'Link'].flatMap((name) => [
        `**${name}**:`,
        `What ${name} is.`,
        '_Status_: pending',
        '',
      ]),
    ),
    terms: ['Definition', 'Synonyms', 'Avoid', 'Domain', 'Link'].map((name) => `${name}||What ${name} is.|||`),
  },
  {
    kept: 'lines called like parts of entries, once and in each entry',
    file: lines(
      'Hopper: Holds grain.',
      'Alias: Another name of a host.',
      'Variant: One of several.',
      'Chute: Lets it out.',
      'Synonyms: outlet',
      'Belt: Moves it.',
      'Synonyms: band',
    ),
    terms: [
      'Hopper||Holds grain.|||',
      'Alias||Another name of a host.|||',
      'Variant||One of several.|||',
      'Chute||Lets it out.||outlet|',
      'Belt||Moves it.||band|',
    ],
  },
  {
    kept: 'full-width signs',
    file: lines(
      '**漏斗**（ろうと）：',
      '粒をためる。',
      '_Avoid_：箱、袋（古い、重い），缶；樽。',
      '',
      '**樋：** 流す。',
    ),
    terms: ['漏斗|ろうと|粒をためる。|||箱;袋;缶;樽', '樋||流す。|||'],
  },
  {
    kept: 'a sentence in a script without spaces among names to avoid',
    file: lines(
      '**Writer**: Writes.',
      '_Avoid_: 唯一写入口、把唯一写入者理解为只有一个源文件可以赋值, カスタマーサクセスマネージャー',
    ),
    terms: ['Writer||Writes.|||唯一写入口;カスタマーサクセスマネージャー'],
    guesses: [/“把唯一写入者理解为只有一个源文件可以赋值”/],
  },
]

testLists(
  test,
  forms.map((list) => ({ type: 'text/markdown', ...list })),
)

test.run()
