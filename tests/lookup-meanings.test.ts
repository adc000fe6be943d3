import * as assert from 'uvu/assert'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('the order of the meanings of a name')

type Meaning = { full_name: string | null }

async function lookUp({ request }: TestService, as: Person, q: string, surroundings: Record<string, string> = {}) {
  const query = new URLSearchParams({ q, ...surroundings })
  const { status, body } = await request('GET', `/api/v1/lookup?${query}`, { as })
  assert.is(status, 200, q)
  return body
}

test('the category and the words around a name choose among its meanings', async (service) => {
  const as = await service.person()
  const add = (full_name: string, category: string, definition: string) =>
    service.term(as, { name: 'SLA', full_name, category, definition })
  const { id } = await add('Service Level Agreement', 'Operations', 'What we promise customers.')
  await add('Stereolithography Apparatus', 'Manufacturing', 'A printer that cures resin by laser.')
  await add('Symbionese Liberation Army', 'History', 'A group.')
  await setStatus(service, id, 'official', 12)
  const first = async (surroundings?: Record<string, string>) => {
    const { terms } = await lookUp(service, as, 'sla', surroundings)
    assert.is(terms.length, 3)
    return terms[0].full_name
  }
  assert.is(await first(), 'Service Level Agreement')
  assert.is(await first({ text: ' ' }), 'Service Level Agreement')
  assert.is(await first({ category: 'manufacturing' }), 'Stereolithography Apparatus')
  assert.is(await first({ text: 'The laser of the SLA cures the resins too slowly.' }), 'Stereolithography Apparatus')
})

test('meanings that are about as close to the words come in the order of trust and votes', async (service) => {
  const as = await service.person()
  const add = (full_name: string, definition: string) => service.term(as, { name: 'CA', full_name, definition })
  await add('Carrier Aggregation', 'Uses several radio bands at once.')
  await add('Collision Avoidance', 'Keeps two radio stations from sending at once.')
  const { id } = await add('Certificate Authority', 'Signs certificates.')
  await setStatus(service, id, 'official', 12)
  const order = async (text: string) => {
    const { terms } = await lookUp(service, as, 'CA', { text })
    return terms.map(({ full_name }: Meaning) => full_name)
  }
  assert.is((await order('Radio bands need a CA.'))[0], 'Carrier Aggregation')
  assert.is((await order('Without avoidance of collisions, the CA fails.'))[0], 'Collision Avoidance')
  assert.is((await order('Ask the CA about the weather.'))[0], 'Certificate Authority')
  // Both share one word with the text, so votes decide between them.
  const voted = await add('Channel Access', 'Lets stations share a radio.')
  await service.sql`update terms set vote_count = 2 where id = ${voted.id}`
  assert.is((await order('The radio has a CA.'))[0], 'Channel Access')
})

test('trust decides where only a word far from the name fits, and a near word counts more', async (service) => {
  const as = await service.person()
  const add = (full_name: string, definition: string) => service.term(as, { name: 'DR', full_name, definition })
  const { id } = await add('Disaster Recovery', 'Starting again elsewhere.')
  await setStatus(service, id, 'community', 4)
  await add('Delivery Report', 'What the carrier says of a parcel.')
  await add('Dynamic Range', 'From dark to bright, as a camera sees it.')
  const first = async (text: string) => {
    const { terms } = await lookUp(service, as, 'DR', { text })
    return terms[0].full_name
  }
  const filler = 'And then we talked about the weather for quite a while. '.repeat(8)
  assert.is(await first(`The DR is on Monday. ${filler} A parcel came.`), 'Disaster Recovery')
  assert.is(await first(`The DR of the parcel. ${filler} Bring a camera.`), 'Delivery Report')
  assert.is(await first(`The DR of a camera. ${filler} A parcel came.`), 'Dynamic Range')
})

test('a word of the full name counts more than one of the definition, and a long definition is not closer', async (service) => {
  const as = await service.person()
  const add = (full_name: string, definition: string, votes: number) =>
    service
      .term(as, { name: 'PM', full_name, definition })
      .then(({ id }) => service.sql`update terms set vote_count = ${votes} where id = ${id}`)
  const filler = 'It plans, reports, budgets, hires, reviews, ships, measures and archives releases.'
  await add('Product Manager', `${filler} It also looks at a turbine and a payment each quarter.`, 9)
  await add('Preventive Maintenance', 'Service of a turbine.', 0)
  const { terms } = await lookUp(service, as, 'PM', { text: 'The maintenance of the turbine is due.' })
  assert.is(terms[0].full_name, 'Preventive Maintenance')
})

test.run()
