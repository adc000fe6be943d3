import * as assert from 'uvu/assert'
import { importFile, lines } from './support/imports.ts'
import { type List, testLists } from './support/lists.ts'
import { glossary, type TestService } from './support/test-service.ts'

// Tables, JSON and YAML as people and tools write them, and what is near to them. All of it is invented.

const test = glossary('import, forms of tables and objects')

const yaml = 'application/yaml'
const md = 'text/markdown'
const audit = 'QZA|Quality Zone Audit|Quality Zone Audit|||'
const bell = 'LKB|Large Kettle Bell|Large Kettle Bell|||'

const forms: List[] = [
  {
    kept: 'a catalogue in YAML, with owners above its nodes and a node without terms',
    type: yaml,
    file: lines(
      'owners:',
      '  groups:',
      '    - ops',
      'url: x',
      'nodes:',
      '  - name: Empty',
      '    terms: []',
      '  - name: Plant',
      '    terms:',
      '      - name: Kettle',
      '        definition: A vessel.',
    ),
    terms: ['Kettle||A vessel.|Plant||'],
    guesses: [/titles/, /“owners”, “url”, “Empty”/],
  },
  {
    kept: 'an object of terms that says what it is',
    type: 'application/json',
    file: JSON.stringify({
      ...{ $id: 'https://a.example/words.json', version: '2', revision: 7, tags: ['plant'] },
      ...{ Kettle: { definition: 'A vessel.' }, Bell: { definition: 'It rings.' }, Lead: 'A metal.' },
    }),
    terms: ['Kettle||A vessel.|||', 'Bell||It rings.|||', 'Lead||A metal.|||'],
    guesses: [/Not read: “\$id”, “version”, “revision”, “tags”/],
  },
  {
    kept: 'an object of names and texts that are called like what it is',
    type: 'application/json',
    file: JSON.stringify({ version: 'A state of a text.', title: 'A name of a text.' }),
    terms: ['version||A state of a text.|||', 'title||A name of a text.|||'],
  },
  {
    kept: 'a catalogue in CSV whose groups are rows',
    file: lines(
      'Asset Type;Name;Definition;Parent',
      'Business Term;Kettle;A vessel.;Plant',
      'Category;Plant;All about it.;',
      'Business Term;Bell;It rings.;Plant',
    ),
    terms: ['Kettle||A vessel.|Plant||', '|||||', 'Bell||It rings.|Plant||'],
    guesses: [/One row is a group of terms by "Asset Type", and left out: “Plant”/],
  },
  {
    kept: 'types of which none is a group',
    file: lines('type,name,definition', 'noun,Kettle,A vessel.', 'verb,Ring,To make a sound.'),
    terms: ['Kettle||A vessel.|||', 'Ring||To make a sound.|||'],
  },
  {
    kept: 'a first row with short texts and no header',
    file: lines('LK;Bell', 'LKB;Large Kettle Bell', 'QZA;Quality Zone Audit', 'QZB;Quality Zone Board'),
    terms: ['LK|Bell|Bell|||', bell, audit, 'QZB|Quality Zone Board|Quality Zone Board|||'],
    guesses: [/no header/, /the name/, /full name/],
  },
  {
    kept: 'a header of longer words above rows of the same length',
    file: lines(
      'Suggested acronym,Owner,Suggested description',
      'Quality-Zone,Ann Miller,Checks a zone',
      'Large-Kettle,Bob Miller,Rings at noon',
      'Paid-Time-Off,Ann Smith,Is never enough',
    ),
    terms: ['Quality-Zone||Checks a zone|||', 'Large-Kettle||Rings at noon|||', 'Paid-Time-Off||Is never enough|||'],
  },
  {
    kept: 'a column of which one cell spells the name out',
    type: yaml,
    file: lines(
      '- name: QZA',
      '  spelled: Quality Zone Audit',
      '- name: LKB',
      '  spelled: Large Kettle Bell',
      '  many: Large Kettle Bells',
      '- name: PTO',
      '  spelled: Time',
    ),
    terms: [audit, bell, 'PTO|Time|Time|||'],
    guesses: [/"spelled" is taken for the full name/],
  },
  {
    kept: 'one column of texts, which begin with full names',
    file: lines(
      'Kürzel;Erklärung',
      'QZA;Quality Zone Audit: checks a zone.',
      'LKB;Large Kettle Bell',
      'PTO;Paid Time Off (not for contractors)',
      'XYZ;Nobody knows.',
    ),
    terms: [
      'QZA|Quality Zone Audit|checks a zone.|||',
      bell,
      'PTO|Paid Time Off|not for contractors|||',
      'XYZ||Nobody knows.|||',
    ],
    guesses: [/beginning of a text spells the name out/],
  },
  {
    kept: 'texts that name other words first',
    file: lines('term,definition', 'Kettle,Vessel – for water.', 'Bell,Thing – that rings.', 'QZA,A check: of zones.'),
    terms: ['Kettle||Vessel – for water.|||', 'Bell||Thing – that rings.|||', 'QZA||A check: of zones.|||'],
  },
  {
    kept: 'numbers before full names, and dashes behind names',
    file: lines(
      'Acronym,Full form,Definition',
      'QZA –,(1) Quality Zone Audit,Checks.',
      'QZA—B,2) Quick Zinc Alloy,A metal.',
      'B-,3 Bells,They ring.',
    ),
    terms: ['QZA|Quality Zone Audit|Checks.|||', 'QZA—B|Quick Zinc Alloy|A metal.|||', 'B-|3 Bells|They ring.|||'],
  },
  {
    kept: 'several tags in most cells',
    file: lines('term|definition|tags', 'Kettle|A vessel.|zones, audit', 'Bell|It rings.|ops; audit', 'Lead|A metal.|'),
    terms: ['Kettle||A vessel.|zones, audit||', 'Bell||It rings.|ops; audit||', 'Lead||A metal.|||'],
    guesses: [/Several categories in a cell of "tags", such as “zones, audit”, stay one/],
  },
  {
    kept: 'a comma in one category of several',
    file: lines('term|definition|team', 'Kettle|A vessel.|Sales, EMEA', 'Bell|It rings.|Plant', 'Lead|A metal.|Plant'),
    terms: ['Kettle||A vessel.|Sales, EMEA||', 'Bell||It rings.|Plant||', 'Lead||A metal.|Plant||'],
  },
  {
    kept: 'full names of which some have no acronym',
    file: lines('Acronym;Expansion;Meaning', ';Kettle;A vessel.', 'QZA;Quality Zone Audit;Checks a zone.'),
    terms: ['Kettle||A vessel.|||', 'QZA|Quality Zone Audit|Checks a zone.|||'],
    guesses: [/Where "Acronym" is filled/],
  },
  {
    kept: 'control characters of old tools',
    type: 'text/csv; charset=utf-8',
    file: lines('name,definition', 'Ket\u0084tle,A\u000bvessel.\u000c', 'Bell,It\u0085rings.\u0007', 'Lead,A metal.'),
    terms: ['Kettle||A vessel.|||', 'Bell||It rings.|||', 'Lead||A metal.|||'],
    guesses: [/In 2 rows, control characters are left out/],
  },
  {
    kept: 'texts with delimiters that nobody quoted',
    file: lines('term;definition', 'Kettle;A vessel; for water; and tea', 'Bell;It rings.;;', 'Lead;;A metal.'),
    terms: ['Kettle||A vessel; for water; and tea|||', 'Bell||It rings.|||', 'Lead||;A metal.|||'],
    guesses: [/In 2 rows, what stands behind the second cell/],
  },
  {
    kept: 'words to use, and those to avoid',
    type: md,
    file: lines(
      '| Say this | Don’t say | Reason |',
      '|--|--|--|',
      '| kettle | pot, pan | Pots have no spout. |',
      '| bell | gong | It is small. |',
    ),
    terms: ['kettle||Pots have no spout.|||pot;pan', 'bell||It is small.|||gong'],
    guesses: [/"Reason" is taken for the definition/, /commas/],
  },
  {
    kept: 'preferred terms that are the names',
    file: lines('Preferred term,Non-preferred terms,Definition', 'kettle,pot; pan,A vessel.', 'bell,gong,It rings.'),
    terms: ['kettle||A vessel.|||pot;pan', 'bell||It rings.|||gong'],
  },
]

testLists(test, forms)

type Changes = Record<string, { to: { url: string; label: string | null }[] & string[] }>

/** What a dry run says of rows: their texts by field. */
async function changesOf(service: TestService, file: string, options: Record<string, string> = {}) {
  const as = await service.person('editor')
  const { body } = await importFile(service, as, file, { dry_run: 'true', ...options })
  const rows = body.rows.map(({ changes }: { changes: Changes }) => changes)
  return { body, rows: rows as Changes[] }
}

test('a column whose cells are addresses has the links, whatever it is called', async (service) => {
  const found = async (header: string, ...cells: string[]) => {
    const { rows, body } = await changesOf(
      service,
      lines(`term|definition|${header}`, ...cells.map((cell, index) => `t${index}|x|${cell}`)),
    )
    return { links: rows.map(({ links }) => links?.to.map(({ url }) => url).join()), columns: body.columns }
  }
  for (const header of ['WebSite', 'OPTIONAL-LINK', 'Page URL', 'Docs', 'Learn more', 'Wiki page', 'Wo steht es'])
    assert.equal(
      (await found(header, 'https://h.example/a', 'www.h.example/b', '')).links,
      ['https://h.example/a', 'https://www.h.example/b', undefined],
      header,
    )
  for (const header of ['Image', 'Icon URL', 'URI'])
    assert.equal((await found(header, 'https://h.example/a', 'https://h.example/b')).columns.ignored, [header])
  assert.equal((await found('Notes', 'new', 'https://h.example/b', 'see www.h.example')).columns.ignored, ['Notes'])
  const table = lines(
    '| Term | Description | Read on |',
    '|--|--|--|',
    '| Kettle | [A vessel](https://h.example). | [spec](https://h.example/k) |',
    '| Bell | It rings. | <https://h.example/b> |',
  )
  const { rows } = await changesOf(service, table, { type: md })
  assert.equal(rows[0]?.links?.to, [{ url: 'https://h.example/k', label: 'spec' }])
  assert.is(String(rows[0]?.definition?.to), 'A vessel.')
})

test('columns of relations are known by their headers, if their cells are names', async (service) => {
  for (const [header, field] of [
    ['Broader Term', 'broader'],
    ['Part of', 'broader'],
    ['kind of', 'broader'],
    ['BT', 'broader'],
    ['Not to be confused with', 'differs_from'],
    ['Use instead', 'replaced_by'],
    ['Superseded by', 'replaced_by'],
    ['Preferred Term', 'replaced_by'],
    ['USE', 'replaced_by'],
  ] as const) {
    const file = lines(`Term,Definition,${header}`, 'Kettle,A vessel.,', 'Pot,An older one.,Kettle', 'Pan,Flat.,Nobody')
    const { rows, body } = await changesOf(service, file)
    assert.equal([body.totals.created, rows[1]?.[field]?.to], [3, ['Kettle']], `${header} ${JSON.stringify(body)}`)
    assert.match(body.source.guesses.join(), /is called so: “Nobody”/)
    const sentences = file
      .replace(',Kettle\n', ',Something that people had.\n')
      .replace('Nobody', 'It was used long ago.')
    assert.equal((await changesOf(service, sentences)).body.columns.ignored, [header])
  }
  const speech = await changesOf(
    service,
    lines('Term,Definition,Part of speech', 'Kettle,A vessel.,noun', 'Ring,To sound.,verb'),
  )
  assert.equal(speech.body.columns.ignored, ['Part of speech'])
  const several = lines(
    'Term,Definition,Not to be confused with',
    'Kettle,A vessel.,"Pot, Pan"',
    'Pot,Older.,',
    'Pan,Flat.,',
  )
  assert.equal((await changesOf(service, several)).rows[0]?.differs_from?.to, ['Pot', 'Pan'])
})

test('where rows fail because names repeat with other texts, the column can be the full name', async (service) => {
  const others = Array.from({ length: 30 }, (_, index) => `W${index},A word of many.`)
  for (const repeated of ['LKB', 'lkb']) {
    const file = lines('acronym,definition', 'LKB,Large kettle for bells', `${repeated},A bell`, ...others)
    const { body } = await changesOf(service, file)
    assert.equal([body.totals.failed, body.rows[0].row], [1, 3])
    assert.match(body.rows[0].errors[0].message, 'the same term as row 2')
    assert.match(body.source.guesses.join(), /"definition" is taken for the definition, although names repeat/)
    const columns = JSON.stringify({ definition: 'full_name' })
    assert.equal((await changesOf(service, file, { columns })).body.totals.failed, 0)
  }
  const apart = lines(
    'acronym,definition,team',
    'LKB,Large kettle for bells,Plant',
    'LKB,A bell,Lab',
    ...others.map((row) => `${row},Lab`),
  )
  assert.equal((await changesOf(service, apart)).body.source.guesses, [])
})

test.run()
