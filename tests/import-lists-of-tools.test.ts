import { lines } from './support/imports.ts'
import { type List, testLists } from './support/lists.ts'
import { glossary } from './support/test-service.ts'

// As tools export them and people write them. Their content is invented.

const test = glossary('import, lists of tools')

const yaml = 'application/yaml'
const json = 'application/json'
const audit = 'QZA|Quality Zone Audit|Quality Zone Audit|||'
const bell = 'LKB|Large Kettle Bell|Large Kettle Bell|||'
const both = [audit, bell]

const tools: List[] = [
  {
    kept: 'an export of Purview',
    file: lines(
      'Nick Name,Name,Status,Definition,Acronym,Resources,Related Terms,Synonyms,Stewards',
      ',Quality Zone Audit,Approved,Checks a zone.,QZA,,Kettle,zone audit,ann@example.com',
      ',Kettle,Draft,A vessel.,,,,,',
    ),
    terms: ['QZA|Quality Zone Audit|Checks a zone.||zone audit|', 'Kettle||A vessel.|||'],
    guesses: [/Where "Acronym" is filled/],
  },
  {
    kept: 'an export of Collibra',
    file: lines(
      'Asset Id;Name;Asset Type;Community;Domain;Status;Definition;Acronym;Note',
      '1;Quality Zone Audit;Business Term;Plant;Quality;Accepted;Checks a zone.;QZA;old',
      '2;Large Kettle Bell;Business Term;Plant;Sound;Candidate;It rings at noon.;LKB;',
    ),
    terms: ['QZA|Quality Zone Audit|Checks a zone.|Quality||', 'LKB|Large Kettle Bell|It rings at noon.|Sound||'],
    guesses: [/"Acronym" has the names/],
  },
  {
    kept: 'a glossary of DataHub',
    type: yaml,
    file: lines(
      'version: "1"',
      'source: DataHub',
      'nodes:',
      '  - name: Plant',
      '    description: All about it.',
      '    terms:',
      '      - name: Kettle',
      '        description: A vessel.',
      '        term_source: INTERNAL',
      '    nodes:',
      '      - name: Sound',
      '        terms:',
      '          - name: Bell',
      '            description: It rings.',
    ),
    terms: ['Kettle||A vessel.|Plant||', 'Bell||It rings.|Sound||'],
    guesses: [/2 lists/, /“version”, “source”.*“description”/],
  },
  {
    kept: 'a data file of Jekyll',
    type: yaml,
    file: lines('---', '- term: Kettle', '  definition: A vessel.', '- term: Bell', '  definition: It rings.', '---'),
    terms: ['Kettle||A vessel.|||', 'Bell||It rings.|||'],
  },
  {
    kept: 'a graph of Skosmos',
    type: json,
    file: JSON.stringify({
      '@context': { skos: 'http://www.w3.org/2004/02/skos/core#' },
      graph: [
        { uri: 'x', type: 'skos:ConceptScheme', title: 'Words' },
        {
          uri: 'x/1',
          type: 'skos:Concept',
          prefLabel: { lang: 'en', value: 'Kettle' },
          altLabel: [
            { lang: 'en', value: 'pot' },
            { lang: 'en', value: 'boiler' },
          ],
          definition: [{ lang: 'en', value: 'A vessel.' }],
        },
      ],
    }),
    terms: ['Kettle||A vessel.||pot;boiler|'],
    guesses: [/“ConceptScheme”/],
  },
  {
    kept: 'a table that was copied from Confluence',
    file: lines(
      'Acronym / Term\tStands for\tWhat it means\tOwning team',
      'QZA\tQuality Zone Audit\tChecks a zone.\tPlant',
    ),
    terms: ['QZA|Quality Zone Audit|Checks a zone.|Plant||'],
  },
  {
    kept: 'a table in the markup of Confluence',
    file: lines(
      'h2. Plant',
      '||Acronym||Meaning||',
      '|QZA|[Quality Zone Audit|https://wiki.example.com]|',
      '|LKB|*Large* Kettle Bell|',
    ),
    terms: both,
  },
  {
    kept: 'a table of MediaWiki',
    file: lines(
      '{| class="wikitable"',
      '! Acronym !! Meaning',
      '|-',
      "| '''QZA''' || [[Audit|Quality Zone Audit]]",
      '|-',
      '| LKB',
      '| style="x" | Large Kettle Bell',
      '|}',
    ),
    terms: both,
  },
  {
    kept: 'a table of a web page',
    file: lines(
      '<table><thead><tr><th>Acronym</th><th>Meaning</th></tr></thead>',
      '<tr><td>QZA</td><td>Quality <b>Zone</b> Audit</td></tr><tr><td>LKB</td><td>Large Kettle Bell</td></tr></table>',
    ),
    terms: both,
  },
  {
    kept: 'what a database prints',
    file: lines(
      ' acronym |      meaning       ',
      '---------+--------------------',
      ' QZA     | Quality Zone Audit',
      ' LKB     | Large Kettle Bell',
    ),
    terms: both,
  },
]

testLists(test, [...tools])

test.run()
