import * as assert from 'uvu/assert'
import { type Command, parseCommand, type Wish } from '../lib/slack/commands.ts'
import { suite } from './support/suite.ts'

const test = suite('the grammar of commands')

const help: Command = { verb: 'help' }
const define = (name: string): Command => ({ verb: 'define', name })
const add = (name: string, full_name: string | null, definition: string): Command => ({
  verb: 'add',
  name,
  full_name,
  definition,
})
const dispute = (name: string, reason: string | null = null): Command => ({ verb: 'dispute', name, reason })
const usage = (usage: string): Command & { verb: 'usage' } => ({ verb: 'usage', usage })
const lacking = (lacks: string, text: string): Command => ({ ...usages.add, meant: { lacks, text } })

const foreign = (text: string, wish: Wish, instead: string): Command => ({
  ...{ verb: 'foreign', text, wish, name: 'QZA', instead },
})
const guess = (...args: Parameters<typeof add>): Command => Object.assign(add(...args), { isGuess: true })

const usages = { add: usage('add NAME (Full Name) -- definition'), dispute: usage('dispute NAME -- reason') }

const table: Record<string, [text: string, command: Command][]> = {
  'help, also for an empty command': [
    ['', help],
    ['  \n ', help],
    ['help', help],
    ['HELP', help],
    [' help ', help],
  ],
  'a name to define, with and without the verb': [
    ['SLA', define('SLA')],
    ['sla', define('sla')],
    ['define SLA', define('SLA')],
    ['Define  SLA ', define('SLA')],
    ['service level agreement', define('service level agreement')],
    ['on\ncall', define('on call')],
    ['C++', define('C++')],
    ['?', define('?')],
    ['--', define('--')],
    ['用語', define('用語')],
    ['constructor', define('constructor')],
    ['__proto__ x', define('__proto__ x')],
  ],
  'a name that begins with a verb, or is one': [
    ['list price', define('list price')],
    ['help desk', define('help desk')],
    ['export control', define('export control')],
    ['define list', define('list')],
    ['define define', define('define')],
    ['define vote now', define('vote now')],
    ['lists', define('lists')],
    ['addendum', define('addendum')],
    ['vote vote', { verb: 'vote', name: 'vote' }],
  ],
  'words to search for': [
    ['search on call', { verb: 'search', words: 'on call' }],
    ['SEARCH a -- b', { verb: 'search', words: 'a -- b' }],
  ],
  'a text to explain, with its line breaks': [
    ['explain our SLA\n-- and SLOs', { verb: 'explain', text: 'our SLA\n-- and SLOs' }],
    ['Explain SLA', { verb: 'explain', text: 'SLA' }],
    ['explain', usage('explain TEXT')],
  ],
  'a term to add': [
    ['add SLA -- A promise.', add('SLA', null, 'A promise.')],
    ['add SLA (Service Level Agreement) -- x', add('SLA', 'Service Level Agreement', 'x')],
    ['add  SLA   (Service  Level)  --  x ', add('SLA', 'Service Level', 'x')],
    ['add SLA — an em dash', add('SLA', null, 'an em dash')],
    ['*add* QZG5 -- a text', add('QZG5', null, 'a text')],
    ['`vote` SLA', { verb: 'vote', name: 'SLA' }],
    ['add SLA – an en dash', add('SLA', null, 'an en dash')],
    ['add SLA -- a -- b — c', add('SLA', null, 'a -- b — c')],
    ['add SLA --\n  one\n\n  two\n', add('SLA', null, 'one\n\n  two')],
    ['add SLA\n-- one\ntwo', add('SLA', null, 'one\ntwo')],
    ['add on-call -- x', add('on-call', null, 'x')],
    ['add C-- -- a language', add('C--', null, 'a language')],
    ['add list -- a verb of ours', add('list', null, 'a verb of ours')],
    ['add add -- a verb of ours', add('add', null, 'a verb of ours')],
  ],
  'a name or full name with parentheses': [
    ['add f(x) -- y', add('f(x)', null, 'y')],
    ['add Plan (B) (Backup) -- y', add('Plan (B)', 'Backup', 'y')],
    ['add BCP (Continuity (IT)) -- y', add('BCP', 'Continuity (IT)', 'y')],
    ['add SLA () -- y', add('SLA ()', null, 'y')],
    ['add (SLA) -- y', add('(SLA)', null, 'y')],
    ['add SLA (open -- y', add('SLA (open', null, 'y')],
    ['add SLA -- y (z)', add('SLA', null, 'y (z)')],
  ],
  'an addition with a missing part': [
    ['add', usages.add],
    ['add SLA', lacking('the definition', 'add SLA -- DEFINITION')],
    ['add SLA --', lacking('the definition', 'add SLA -- DEFINITION')],
    ['add -- a definition', lacking('the name', 'add NAME -- a definition')],
    ['add SLA -- \n ', lacking('the definition', 'add SLA -- DEFINITION')],
    ['add https://a.example', lacking('the definition', 'add https://a.example -- DEFINITION')],
  ],
  'a term to add behind another separator, which is a guess': [
    ['add SLA: a promise', guess('SLA', null, 'a promise')],
    ['add SLA :a promise', guess('SLA', null, 'a promise')],
    ['add SLA--a promise', guess('SLA', null, 'a promise')],
    ['add SLA—a\npromise', guess('SLA', null, 'a\npromise')],
    ['add SLA (Service Level) - a - b', guess('SLA', 'Service Level', 'a - b')],
    ['add SLA = a promise', guess('SLA', null, 'a promise')],
    ['add SLA -> a promise', guess('SLA', null, 'a promise')],
    ['add : a promise', lacking('the name', 'add NAME -- a promise')],
    ['add SLA:', lacking('the definition', 'add SLA -- DEFINITION')],
  ],
  'help about a command': [
    ['help add', { verb: 'help', about: 'add' }],
    ['Help Vote', { verb: 'help', about: 'vote' }],
  ],
  'what other bots understand': [
    ['QZA = see SLA', foreign('QZA = see SLA', 'add', 'add QZA -- see SLA')],
    ['QZA -- a zone', foreign('QZA -- a zone', 'add', 'add QZA -- a zone')],
    ['QZA — what is it', define('QZA — what is it')],
    ['QZA = whatever we say', foreign('QZA = whatever we say', 'add', 'add QZA -- whatever we say')],
    ['define QZA := a b', foreign('QZA := a b', 'add', 'add QZA -- a b')],
    ['create QZA -- x', foreign('create QZA -- x', 'add', 'add QZA -- x')],
    ['delete QZA', foreign('delete QZA', 'delete', 'dispute QZA -- REASON')],
    ['!remove QZA', foreign('!remove QZA', 'delete', 'dispute QZA -- REASON')],
    ['edit QZA -- new', foreign('edit QZA -- new', 'change', 'QZA')],
    ['set QZA = new SLA', foreign('set QZA = new SLA', 'change', 'QZA')],
    ['what is E = mc2?', define('what is E = mc2?')],
  ],
  'a name with quotes or emphasis around it': [
    ['add “SLA” -- x', add('SLA', null, 'x')],
    ['add *SLA* (_Service Level_) -- x', add('SLA', 'Service Level', 'x')],
    ['add *`SLA`* -- "x"', add('SLA', null, '"x"')],
    ['add „SLA“ -- x', add('SLA', null, 'x')],
    ['add S\u200bLA (Service\u00ad Level) -- x', add('SLA', 'Service Level', 'x')],
    ['add C* -- x', add('C*', null, 'x')],
    ['add *nix -- x', add('*nix', null, 'x')],
    ['add ** -- x', add('**', null, 'x')],
  ],
  'a vote': [
    ['vote SLA', { verb: 'vote', name: 'SLA' }],
    ['Vote service  level', { verb: 'vote', name: 'service level' }],
    ['vote', usage('vote NAME')],
  ],
  'a dispute, with and without a reason': [
    ['dispute SLA', dispute('SLA')],
    ['dispute SLA -- It is 99.9 % now', dispute('SLA', 'It is 99.9 % now')],
    ['dispute SLA — no', dispute('SLA', 'no')],
    ['dispute SLA -- one\n two', dispute('SLA', 'one two')],
    ['dispute SLA --', dispute('SLA')],
    ['dispute', usages.dispute],
    ['dispute -- no', usages.dispute],
  ],
  'a list': [
    ['list', { verb: 'list', status: null }],
    ['list all', { verb: 'list', status: null }],
    ['list official', { verb: 'list', status: 'official' }],
    ['List Community', { verb: 'list', status: 'community' }],
  ],
  'an export': [
    ['export', { verb: 'export', status: 'official' }],
    ['export pending', { verb: 'export', status: 'pending' }],
    ['export ALL', { verb: 'export', status: 'all' }],
  ],
  'a token': [
    ['token my script', { verb: 'token', name: 'my script' }],
    ['token', usage('token NAME')],
  ],
  'other verbs with a missing part': [
    ['define', usage('define NAME')],
    ['search', usage('search WORDS')],
  ],
}

for (const [what, cases] of Object.entries(table)) {
  test(what, () => {
    for (const [text, command] of cases) assert.equal(parseCommand(text), command, text)
  })
}

test.run()
