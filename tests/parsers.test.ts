import { GFM, parser } from '@lezer/markdown'
import { render } from 'preact-render-to-string'
import * as assert from 'uvu/assert'
import * as v from 'valibot'
import { clientAddress } from '../lib/app/trusted-proxies.ts'
import { findAcronymsInText } from '../lib/discovery/acronyms.ts'
import { readMessage } from '../lib/discovery/count-mentions.ts'
import { escapeMarkdown } from '../lib/export/markdown.ts'
import { wordsIn } from '../lib/export/words.ts'
import { joinNames, splitNames } from '../lib/glossary/alias-lists.ts'
import { ifMatchVersions, isFresh } from '../lib/http/etag.ts'
import { mediaType } from '../lib/http/headers.ts'
import { prefersHtml, takesEncoding } from '../lib/http/negotiation.ts'
import { readSessionCookie } from '../lib/identity/cookies.ts'
import { parseLocalPath } from '../lib/identity/login-target.ts'
import { pastedText } from '../lib/import/sent-form.ts'
import { createNameSet } from '../lib/lookup/in-texts/name-set.ts'
import { inflect } from '../lib/lookup/in-texts/name-to-forms.ts'
import { toReadableText } from '../lib/lookup/in-texts/text-to-readable.ts'
import { tokenize } from '../lib/lookup/in-texts/text-to-tokens.ts'
import { findUnknown } from '../lib/lookup/in-texts/text-to-unknown.ts'
import { namesInQuestion, withoutSigns } from '../lib/lookup/question-to-name.ts'
import { hasLongAcronym } from '../lib/lookup/search-to-query.ts'
import { definition, name } from '../lib/schemas/content.ts'
import { text } from '../lib/schemas/text.ts'
import { looksLikeName } from '../lib/schemas/wanted.ts'
import { parseCommand } from '../lib/slack/commands.ts'
import { cut, escapeWithin, typedText, wordsOf } from '../lib/slack/mrkdwn.ts'
import { escapeCell, unescapeCell } from '../lib/spreadsheet-cell.ts'
import { excerpt } from '../lib/web/parts/excerpt.ts'
import { inOneLine } from '../lib/web/parts/form.tsx'
import { LinkedText } from '../lib/web/parts/linked-text.tsx'
import { isText } from '../lib/web/parts/unknown-word.tsx'
import { WordDiff } from '../lib/web/parts/word-diff.tsx'
import { growthOf, maxGrowth } from './support/growth.ts'
import { longestTurnMs } from './support/longest-turn.ts'
import { markdownSigns } from './support/markdown-signs.ts'
import { leastMs } from './support/processor-time.ts'
import { generator } from './support/random.ts'
import { shapes, signs } from './support/signs.ts'
import { suite } from './support/suite.ts'

// Every parser of what people send takes time in proportion to its length, whatever sign is repeated. A new parser
// belongs here, with the longest text that reaches it. PARSERS_SHARE=1 npm test -- parsers tries all signs, not a
// sample.
const test = suite('the time of parsers')

const seed = Number(process.env.PARSERS_SEED || 20_261_125)
const share = Number(process.env.PARSERS_SHARE || 0.03)

const none = createNameSet()
const headers = (header: string, value: string) => new Request('http://a', { headers: { [header]: value } })
/** Header values are one line of ASCII; anything else never reaches a parser. */
const inHeader = (value: string) => value.replace(/[^\t\x20-\x7e]/g, 'x')

const parse = (schema: v.GenericSchema) => (value: string) => v.safeParse(schema, value, { abortPipeEarly: true })

/** The parsers, by the length of the longest text that reaches them, in UTF-16 units. */
const parsers: Record<number, Record<string, (value: string) => unknown>> = {
  50000: {
    'explained text': (value) => toReadableText(value, 'text', none),
    'explained Markdown': (value) => toReadableText(value, 'markdown', none),
    WebVTT: (value) => toReadableText(value, 'vtt', none),
    SubRip: (value) => toReadableText(value, 'srt', none),
    tokens: tokenize,
    'unknown acronyms': (value) => findUnknown(value, tokenize(value), []),
    acronyms: findAcronymsInText,
  },
  60000: {
    'name schema': parse(name),
    'definition schema': parse(definition),
    'text schema': parse(text(200)),
    'one line': parse(inOneLine(name)),
    'list of names': splitNames,
    'joined names': (value) => joinNames([value]),
    'pasted cells': (value) => pastedText(new URLSearchParams({ text: value })),
    'cell to write': escapeCell,
    'cell to read': unescapeCell,
    'offer to explain': isText,
    'Slack message': readMessage,
    'Slack text': typedText,
    'Slack words': wordsOf,
    'Slack command': parseCommand,
    'cut text': (value) => cut(value, 3000),
    'cut and escaped text': (value) => escapeWithin(value, 3000),
  },
  // names and questions have 200 characters, and four times as many before they are normalised
  800: { question: namesInQuestion, 'text without signs': withoutSigns, inflections: inflect },
  16000: {
    'If-Match': (value) => ifMatchVersions(headers('if-match', inHeader(value)).headers),
    'If-None-Match': (value) => isFresh(headers('if-none-match', inHeader(value)).headers, '"1"'),
    Accept: (value) => prefersHtml(headers('accept', inHeader(value))),
    'Accept-Encoding': (value) => takesEncoding(headers('accept-encoding', inHeader(value)), 'gzip'),
    Cookie: (value) => readSessionCookie(headers('cookie', inHeader(value))),
    'Content-Type': (value) => mediaType(headers('content-type', inHeader(value)).headers),
    'X-Forwarded-For': (value) =>
      clientAddress('127.0.0.1', headers('x-forwarded-for', inHeader(value)).headers, {
        includes: () => true,
      } as never),
    'local path': parseLocalPath,
    'search words': hasLongAcronym,
    'wanted name': looksLikeName,
    'definition as Markdown': escapeMarkdown,
    excerpt,
    'text with links': (value) => render(LinkedText({ text: value })),
    'text with one link': (value) => render(LinkedText({ text: `http://${value}a` })),
    'words for spell checkers': wordsIn,
    'word diff': (value) => render(WordDiff({ from: value, to: `${value.slice(1)}y` })),
  },
}

// One for all, so that each parser gets another sample.
const random = generator(seed)

for (const [length, group] of Object.entries(parsers)) {
  for (const [what, run] of Object.entries(group)) {
    test(`${what}: four times the length takes about four times as long`, async () => {
      for (const sign of signs) {
        for (const shape of shapes) {
          if (random() > share) continue
          const long = shape(sign, Number(length))
          const growth = await growthOf(run, long, shape(sign, Number(length) / 4))
          const label = `PARSERS_SEED=${seed} ${JSON.stringify(long.slice(0, 20))}`
          assert.ok(growth < maxGrowth, `${label}: ${growth.toFixed(1)} times as long`)
        }
      }
    })
  }
}

const rules = parser.configure(GFM)

test('every rule of Markdown has signs', () => {
  // `blockNames` and `inlineNames` are what the parser itself goes by.
  const { blockNames, inlineNames } = rules as unknown as Record<string, string[]>
  const names = [...(blockNames ?? []), ...(inlineNames ?? [])].sort()
  assert.equal(Object.keys(markdownSigns).sort(), names)
})

const longest = 50_000
const fill = (part: string) => part.repeat(Math.ceil(longest / part.length)).slice(0, longest)

/**
 * The longest texts that repeat what begins a rule: alone, with and without its end, nested, and with that of another.
 */
function* markdownTexts() {
  const all = Object.values(markdownSigns).flat()
  for (const [open, close] of all) {
    const alone = [fill(open), fill(`${open}a`), fill(`${open}a${close}`), fill(`${open}${close}\n`)]
    yield* alone.filter(() => random() < 8 * share)
    const depth = longest / (open.length + close.length)
    yield open.repeat(depth) + close.repeat(depth)
    for (const [other, end] of all) {
      if (random() < share / 10) yield fill(open + other)
      if (random() < share / 10) yield fill(open + other + end + close)
    }
  }
}

const maxTurnMs = 150

test('no Markdown keeps others waiting', async () => {
  for (const value of markdownTexts()) {
    const read = () => toReadableText(value, 'markdown', none)
    const least = await leastMs(maxTurnMs, () => longestTurnMs(read))
    const label = `PARSERS_SEED=${seed} ${JSON.stringify(value.slice(0, 30))}`
    assert.ok(least < maxTurnMs, `${label}: ${least} ms in one piece`)
  }
})

test.run()
