import * as assert from 'uvu/assert'
import { shelve } from './support/search.ts'
import { glossary, type Person } from './support/test-service.ts'

// What is marked only if guesses are wanted (contract, section 14): verb forms and code names.
const test = glossary('guesses in texts')

const names = [
  ...['swarm', 'sunset', 'true-up', 'Roll-out', 'merge', 'triage', 'unify', 'even', 'car', 'unit', 'ceil', 'see'],
  ...['WoW', 'SLA', 'shard', 'Larch', 'Project', 'cost', 'run', 'reset', 'ear', 'rug', 'her'],
]

type Part = { text: string; is_guess?: true }
type Marks = { marked: string[]; unknown: string[] }

test('verb forms and code names are found where guesses are wanted, and nowhere else', async (service) => {
  const as = await shelve(service, ...names)
  async function explain(text: string, loose: boolean, reader: Person = as): Promise<Marks> {
    const { body } = await service.request('POST', '/api/v1/explain', { as: reader, body: { text, loose } })
    return {
      marked: body.matches.map((part: Part) => (part.is_guess ? `maybe ${part.text}` : part.text)),
      unknown: body.unknown.map((part: Part) => part.text),
    }
  }
  const marksOf = async (text: string) => (await explain(text, true)).marked
  const unknownOf = async (text: string) => (await explain(text, true)).unknown

  for (const [text, ...marked] of [
    ['We swarmed it, and are sunsetting the rest.', 'maybe swarmed', 'maybe sunsetting'],
    ['Swarming helps. Sharded tables were triaged.', 'maybe Swarming', 'maybe Sharded', 'maybe triaged'],
    ['merging and unified', 'maybe merging', 'maybe unified'],
    ['Costs were trued up, rolling\u2010out now.', 'Costs', 'maybe trued up', 'maybe rolling\u2010out'],
    ['it is rolled out', 'maybe rolled out'],
    ['swarms of swarm', 'swarms', 'swarm'],
    ['running and resetting it', 'maybe running', 'maybe resetting'],
    ['an earring on rugged herring, string and being'],
    ['the ceiling, cared for, united; a seed was wowed; SWARMED; re-swarmed; swarmed_by'],
    ['We met a Mrs Swarming of slaed things.'],
  ])
    assert.equal(await marksOf(text ?? ''), marked, text)

  for (const [text, ...unknown] of [
    ['Project Elm is late, operation Bluebird is not.', 'Elm', 'operation Bluebird'],
    ['Project Blue is late, and so is operation Bear.', 'Blue', 'operation Bear'],
    ['the project blue, Project White Paper, Project Red-Flags, project Summer, Project Bridge'],
    ['Das Projekt Lärche, code name “Falcon”, codenamed Otter', 'Projekt Lärche', 'Falcon', 'codenamed Otter'],
    ['Project Manager, Project Plan, Operation Manual, Project Steering, project Monday, Project Germany'],
    ['Project Larch is known, the project elm is nothing, and SLA, too.'],
    ['Project, Elm. A project\nElm. Projects Elm. Subproject Elm. Operation QRX', 'QRX'],
  ])
    assert.equal(await unknownOf(text ?? ''), unknown, text)

  for (const text of ['We swarmed Project Elm, and merging is sunsetting it.', 'the code name Otter, trued up']) {
    const strict = await explain(text, false)
    assert.equal(strict, { marked: strict.marked.filter((each) => each === 'Project'), unknown: [] }, text)
  }
})

test.run()
