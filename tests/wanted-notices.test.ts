import { importFile } from './support/imports.ts'
import { accepted, type Case, type Cast, edit, edited, importCsv, propose, tell, totals } from './support/notices.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('notices of wanted names')

/** The reporter and the editor want to be told when QRX is added. */
async function askForName({ send, reporter }: Cast) {
  for (const as of [reporter, undefined]) await send('POST', '/wanted/Q.R.X./notify', {}, as)
}
const alias = { aliases: [{ name: 'qrx', kind: 'alias' }] }

/** How QRX is added. The editor, who adds it or accepts it, has asked for it, too, and is told nothing. */
const cases: Record<string, Case> = {
  'in a new term': {
    before: askForName,
    act: ({ service, editor }) => service.term(editor, { name: 'QRX' }),
    told: { reporter: 'wanted_added' },
    term: 'QRX',
    detail: { wanted: 'Q.R.X.' },
  },
  'in a second term': {
    before: async (cast) => [await askForName(cast), await cast.service.term(cast.editor, { name: 'QRX' })],
    act: ({ service, editor }) => service.term(editor, { name: 'QRX', full_name: 'Another' }),
    told: {},
  },
  'as a full name': {
    before: askForName,
    act: ({ service, editor }) => service.term(editor, { name: 'Quick', full_name: 'Q R X' }),
    told: { reporter: 'wanted_added' },
    term: 'Quick',
  },
  'as an alias': {
    before: askForName,
    act: (cast) => edit(cast, alias),
    ...edited,
    told: { ...edited.told, reporter: 'wanted_added' },
  },
  'in an import': {
    before: askForName,
    act: (cast) => importCsv(cast, 'QRX,,New.'),
    told: { reporter: 'wanted_added' },
    term: 'QRX',
  },
  'as an alias in an import': {
    before: askForName,
    act: ({ service, editor }) => importFile(service, editor, 'name,definition,aliases\nSLA,New.,QRX\n'),
    told: { ...totals, reporter: 'wanted_added' },
    detail: { action: 'import.completed' },
  },
  'in a proposal that is accepted': {
    before: async (cast) => {
      await askForName(cast)
      return propose(cast, alias)
    },
    act: ({ send }, id) => send('POST', `/proposals/${id}/accept`, {}),
    ...edited,
    told: { ...accepted, reporter: 'wanted_added' },
  },
}

for (const [what, each] of Object.entries(cases)) {
  test(`whoever asked for a name is told of it ${what}`, (service) => tell(service, each))
}

test.run()
