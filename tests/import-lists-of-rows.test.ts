import { lines } from './support/imports.ts'
import { type List, testLists } from './support/lists.ts'
import { glossary } from './support/test-service.ts'

// As tools export them and people write them. Their content is invented.

const test = glossary('import, rows of lists')

const audit = 'QZA|Quality Zone Audit|Quality Zone Audit|||'
const bell = 'LKB|Large Kettle Bell|Large Kettle Bell|||'
const both = [audit, bell]

const rows: List[] = [
  {
    kept: 'numbered names with marks around them',
    file: lines('Term,Explanation', '1. **Kettle**,A vessel.', '2. “Bell”:,It rings.', '3. `Ladder`,Leads up.'),
    terms: ['Kettle||A vessel.|||', 'Bell||It rings.|||', 'Ladder||Leads up.|||'],
  },
  {
    kept: 'Dutch words',
    file: lines('Afkorting;Betekenis;Omschrijving;Afdeling', 'QZA;Quality Zone Audit;Controleert een zone.;Fabriek'),
    terms: ['QZA|Quality Zone Audit|Controleert een zone.|Fabriek||'],
  },
  {
    kept: 'Polish words',
    file: lines('Skrót;Rozwinięcie;Opis;Dział', 'QZA;Quality Zone Audit;Kontrola.;Zakład'),
    terms: ['QZA|Quality Zone Audit|Kontrola.|Zakład||'],
  },
  {
    kept: 'Russian words',
    file: lines('Сокращение;Расшифровка;Описание;Отдел', 'ЗКК;Зональный контроль качества;Проверка.;Завод'),
    terms: ['ЗКК|Зональный контроль качества|Проверка.|Завод||'],
  },
  {
    kept: 'Japanese words',
    file: lines('略語,正式名称,説明,部署', 'QZA,Quality Zone Audit,区域の検査。,工場'),
    terms: ['QZA|Quality Zone Audit|区域の検査。|工場||'],
  },
  {
    kept: 'Portuguese words',
    file: lines('Sigla;Por extenso;Descrição;Área', 'QZA;Quality Zone Audit;Verifica.;Fábrica'),
    terms: ['QZA|Quality Zone Audit|Verifica.|Fábrica||'],
  },
  {
    kept: 'two texts with unknown headers',
    file: lines(
      'Kennung;Klartext;Erläutert',
      'QZA;Quality Zone Audit;Prüft jede Zone des Werks im Jahr.',
      'LKB;Large Kettle Bell;Läutet jeden Mittag im Werk.',
    ),
    terms: [
      'QZA|Quality Zone Audit|Prüft jede Zone des Werks im Jahr.|||',
      'LKB|Large Kettle Bell|Läutet jeden Mittag im Werk.|||',
    ],
    guesses: [/name/, /full name/, /definition/],
  },
  {
    kept: 'a category that is too long',
    file: lines('name,definition,category', `Kettle,A vessel.,${'x'.repeat(81)}`, 'Bell,It rings.,Plant'),
    terms: ['Kettle||A vessel.|||', 'Bell||It rings.|Plant||'],
    guesses: [/the category is left out/],
  },
  {
    kept: 'one repeated name',
    file: lines('term,definition,team', 'Lead,Who may buy.,Sales', 'Lead,A metal.,Plant', 'Bell,It rings.,Plant'),
    terms: ['Lead||Who may buy.|Sales||', 'Lead||A metal.|Plant||', 'Bell||It rings.|Plant||'],
  },
  {
    kept: 'empty definitions',
    query: { fill: 'full_name' },
    file: lines('acronym,full form,definition', 'QZA,Quality Zone Audit,', 'LKB,Large Kettle Bell,n/a'),
    terms: both,
  },
  {
    kept: 'names that keep their acronym',
    file: lines('term,definition', 'Quality Zone Audit (QZA),Checks.', 'QZC / QZD,Two.'),
    terms: ['Quality Zone Audit (QZA)||Checks.|||', 'QZC / QZD||Two.|||'],
    guesses: [/2 names contain an acronym/],
  },
]

testLists(test, [...rows])

test.run()
