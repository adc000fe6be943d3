import type { SlackChannel, SlackMessage } from './slack.ts'
import { week } from './weekly-sample.ts'

/** Channels full of messages, and what discovery is to find in them. */
export type Workspace = {
  channels: SlackChannel[]
  /** how many messages of the channels that it may read mention each acronym */
  sightings: Record<string, number>
  /** how many of them, in all */
  messages: number
}

/** An acronym a row, with the full name that some messages give it, and how many messages of 10,000 mention it. */
const planted: [acronym: string, full_name: string | null, sightings: number][] = [
  ['QBR', 'Quarterly Business Review', 400],
  ['SLA', 'Service Level Agreement', 900],
  ['R&D', 'Research and Development', 120],
  ['CI/CD', null, 77],
  ['PCI-DSS', null, 41],
  ['MRR', 'Monthly Recurring Revenue', 250],
  ['NRR', 'Net Revenue Retention', 3],
  ['TÜV', null, 5],
  ['K8S', null, 33],
  ['ICP', 'Ideal Customer Profile', 64],
  ['CAC', null, 4],
  ['RCA', 'Root Cause Analysis', 19],
  ['DPIA', null, 3],
  ['ZTNA', null, 2],
  ['XBRL', null, 1],
]

/** The planted acronyms that were seen three times or more. */
export const suggestions = planted.filter(([, , sightings]) => sightings >= 3)

const ways = [
  (acronym: string) => `Who owns the ${acronym} this time?`,
  (acronym: string) => `the ${acronym}: it is late, the ${acronym} is always late`,
  (acronym: string) => `*${acronym}s* and nothing else, <@U0AAAAAAA>`,
  (acronym: string) => `(${acronym}) see <https://x.example/page|the page> :eyes:`,
]

/** What looks like an acronym, and belongs in no glossary. */
const noise = [
  'Good morning, everybody. What is for lunch?',
  'run `export ZZTOP=1` and then ```ZZCODE\nZZBLOCK```',
  'see <https://x.example/ZZLINK|ZZLABEL> and <#C0ZZCHANNE|ZZCHANNEL> or <!subteam^S0ZZ|@ZZTEAM>',
  'ABC-123 and ZZT-7 are done, OPS-99 is not',
  'THE ZZQUEUE IS STUCK AGAIN, PLEASE LOOK',
  'OK, FYI: 5 PM UTC, ASAP, LOL, the PDF is in the USA',
  ':zzemoji: :ZZEMOJI: thanks!',
  '&gt; the ZZQUOTE said so\nyes',
  'ZZ_CONST, $ZZVAR, --ZZOPT, /opt/ZZPATH, ZZFILE.md, zz@ZZMAIL.example',
  '10GB in 2024-Q3, chapter XXIV, DEADBEEF01, RFC7231',
  'camelZZ and S3 and a T',
]

/** A month between the oldest and the newest message, the newest a quarter of an hour ago. */
const span = 30 * 24 * 60 * 60
const newest = 15 * 60

/**
 * Forty public channels, of which the bot is in every other one, with messages among which the acronyms stand, in
 * another order each week; and others of which nothing may be read: archived ones and private ones.
 *
 * @param padding so many characters of code that each message ends with
 */
export function buildWorkspace({ messages = 10_000, padding = 0 } = {}): Workspace {
  const channels = Array.from({ length: 40 }, (_, i) => makeChannel('CPUB', i, i % 2 === 0))
  const sightings = planted.map(
    ([acronym, , count]) => [acronym, Math.max(Math.min(count, 5), Math.ceil((count * messages) / 10_000))] as const,
  )
  const texts = arrange(messages, new Map(sightings))
  const now = Date.now() / 1000
  for (const [i, text] of texts.entries()) {
    const at = now - newest - (span * i) / messages
    const message = { ts: at.toFixed(6), user: `U${i % 60}`, type: 'message' }
    channels[i % channels.length]?.messages.push({ ...message, text: withCode(text, padding) })
  }
  const closed = Array.from({ length: 6 }, (_, i) => ({
    ...makeChannel('COFF', i, true),
    ...(i % 2 === 0 ? { isArchived: true } : { isPrivate: true }),
    messages: texts.slice(0, 50).map((_, j) => unwanted(now - newest - j)),
  }))
  return { channels: [...channels, ...closed], sightings: Object.fromEntries(sightings), messages }
}

const makeChannel = (prefix: string, i: number, isMember: boolean): SlackChannel => {
  const id = prefix + String(i).padStart(4, '0')
  return { id, name: id.toLowerCase(), isMember, messages: [] }
}

const unwanted = (at: number): SlackMessage => ({
  ts: at.toFixed(6),
  user: 'U1',
  text: 'The SLA of the ZZSECRET (Zone of Zealous Secrets)',
})

/** Spreads what is planted evenly among the noise: the same in every run of a week. */
function arrange(messages: number, sightings: ReadonlyMap<string, number>): string[] {
  const wanted = planted.flatMap(([acronym, full_name]) =>
    Array.from({ length: sightings.get(acronym) ?? 0 }, (_, i) => {
      const said = full_name && i % 3 === 0 ? `${full_name} (${acronym})` : acronym
      const say = ways[i % (full_name ? 2 : ways.length)]
      return say?.(said.replace('&', '&amp;')) ?? ''
    }),
  )
  const texts: string[] = []
  let taken = 0
  for (let i = 0; i < messages; i++) {
    const isWanted = Math.floor(((i + 1) * wanted.length) / messages) > taken
    // Steps of a number prime to their count visit all of them, each once.
    const text = isWanted ? wanted[(taken++ * 1009 + week) % wanted.length] : noise[(i + week) % noise.length]
    texts.push(text ?? '')
  }
  return texts
}

/** In one piece: a string that is put together of others takes more memory once it is read. */
const withCode = (text: string, length: number) =>
  length > 0 ? Buffer.from(`${text}\n\`\`\`${'x'.repeat(length)}\`\`\``).toString() : text
