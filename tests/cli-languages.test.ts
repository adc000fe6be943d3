import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { load } from 'js-yaml'
import * as assert from 'uvu/assert'
import { command } from './support/command.ts'
import { importFile } from './support/imports.ts'
import { languageClient } from './support/language-client.ts'
import { glossary, threeLanguages } from './support/test-service.ts'

const test = glossary('the command in several languages', threeLanguages)

// Few tests, because each needs a service that listens.
test('a lookup is in the language of --lang, or that of the computer, and says what it is', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'SLA', full_name: 'Service Level Agreement', definition: 'A promise.' })
  const put = (path: string, body: object) => service.request('PUT', `/api/v1/terms/${id}${path}`, { as, body })
  await put('/translations/de', { name: 'Dienstgüte', definition: 'Eine Zusage.', version: 1 })
  await put('/translations/fr', { definition: 'Une promesse.', version: 1 })
  await put('', { version: 2, definition: 'A firm promise.' })
  await put('/translations/de', { name: 'Dienstgüte', definition: 'Eine feste Zusage.', version: 3 })
  const cli = await command(service, as)
  const said = async (args: string[], env = {}) => {
    const { status, stdout, stderr } = await cli.run(args, { env })
    assert.is(status, 0, stderr)
    return { lines: stdout.split('\n').slice(0, 3), stderr }
  }
  try {
    const german = ['Dienstgüte · SLA (Service Level Agreement)', 'Eine feste Zusage.', 'German translation.']
    assert.equal((await said(['SLA', '--lang', 'de'])).lines, german)
    assert.equal((await said(['SLA'], { LANG: 'de_AT.UTF-8' })).lines, german)
    const french = [
      'SLA (Service Level Agreement)',
      'Une promesse.',
      'French translation. The original text has changed since.',
    ]
    assert.equal((await said(['SLA'], { LC_ALL: 'fr_FR.UTF-8', LANG: 'de_DE.UTF-8' })).lines, french)
    assert.equal((await said(['SLA', '--lang', 'fr'], { LANG: 'de_DE.UTF-8' })).lines, french)
    for (const LANG of ['en_US.UTF-8', 'it_IT.UTF-8', 'C'])
      assert.is((await said(['SLA'], { LANG })).lines[1], 'A firm promise.', LANG)
    const missing = await said(['SLA', '--lang', 'it'], { LANG: 'de_DE.UTF-8' })
    assert.is(missing.lines[1], 'A firm promise.')
    assert.match(missing.stderr, 'No term is translated into “it”.')
    const { stdout } = await cli.run(['SLA', '--lang', 'de', '--json'])
    assert.is(JSON.parse(stdout).terms[0].translation.definition, 'Eine feste Zusage.')
  } finally {
    await cli.close()
  }
})

test('pull writes translations, and propose names those that were changed as not sent', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: 'SLA', definition: 'A promise.' })
  const plain = await service.term(as, { name: 'QZA', definition: 'A text.' })
  const translate = (language: string, definition: string) => {
    const body = { full_name: 'null', definition, version: 1 }
    return service.request('PUT', `/api/v1/terms/${id}/translations/${language}`, { as, body })
  }
  await translate('de', '=Eine "Zusage": fest.')
  await translate('fr', '\u05E9\u05DC\u05D5\u05DD')
  const cli = await command(service, as, ['write'])
  const path = `SLA-${id.slice(0, 8)}.yml`
  const at = join(cli.cwd, path)
  const read = () => readFile(at, 'utf8')
  const run = async (...args: string[]) => {
    const { status, stdout, stderr } = await cli.run(args)
    return [
      status,
      stdout
        .trim()
        .split('\n')
        .filter((line) => !/ files written, /.test(line)),
      stderr,
    ]
  }
  const notSent = (file: string) => `not sent  ${file}  its translations: change them at ${cli.origin}`
  try {
    assert.equal(await run('pull', '.'), [
      0,
      ['written  QZA-'.concat(plain.id.slice(0, 8), '.yml'), `written  ${path}`],
      '',
    ])
    const { translations } = load(await read()) as { translations: { language: string; full_name: string }[] }
    assert.equal(
      translations.map((each) => Object.values(each)),
      [
        ['de', null, 'null', '=Eine "Zusage": fest.', false],
        ['fr', null, 'null', '\u05E9\u05DC\u05D5\u05DD', false],
      ],
    )
    assert.equal(await run('propose', '.'), [0, ['No file has changed.'], ''])
    const back = await importFile(service, as, await read(), { type: 'application/yaml', match: 'id' })
    assert.equal([back.body.totals.unchanged, back.body.totals.updated], [1, 0], back.text)
    // Changed elsewhere, and not here: there is nothing to say, and the next pull has it.
    await translate('de', 'Eine Zusage.')
    assert.equal(await run('propose', '.'), [0, ['No file has changed.'], ''])
    assert.equal(await run('pull', '.'), [0, [`written  ${path}`], ''])
    assert.match(await read(), 'definition: Eine Zusage.')
    // Changed here, beside the text: the text is proposed, and pull leaves the file alone.
    const edited = (await read()).replace('Eine Zusage.', 'Ein Versprechen.').replace('A promise.', 'A firm promise.')
    await writeFile(at, edited)
    assert.equal(await run('propose', '.'), [0, [`proposed  ${path}`, notSent(path)], ''])
    assert.equal(
      (await service.request('GET', `/api/v1/terms/${id}/translations`, { as })).body[0].definition,
      'Eine Zusage.',
    )
    const [status] = await run('pull', '.')
    assert.equal([status, await read()], [2, edited])
    await writeFile(
      join(cli.cwd, 'new.yml'),
      'name: SLO\ndefinition: A goal.\ntranslations:\n  - {language: de, definition: Ziel.}\n',
    )
    const [, lines] = await run('propose', '.', '--dry-run')
    assert.ok((lines as string[]).includes(notSent('new.yml')), String(lines))
    assert.is((await run('pull', '.', '--force'))[0], 0)
    assert.match(await read(), 'definition: Eine Zusage.')
  } finally {
    await cli.close()
  }
})

test('an editor shows what --lang asks for, or the language of the computer, and says if there is none', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'SLA', definition: 'A promise.' })
  const body = { name: 'Dienstgüte', definition: 'Eine Zusage.', version: 1 }
  await service.request('PUT', `/api/v1/terms/${id}/translations/de`, { as, body })
  const cli = await command(service, as)
  const uri = 'file:///project/a.txt'
  const open = async (options: string[], env: object) => {
    const client = await languageClient(cli, env, {}, options)
    client.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: 'plaintext', version: 1, text: 'An SLA, Dienstg' },
    })
    const at = (character: number) => ({ textDocument: { uri }, position: { line: 0, character } })
    const hover = await client.request('textDocument/hover', at(4))
    const completion = await client.request('textDocument/completion', at(15))
    return { client, hover: hover.contents.value, completion: JSON.stringify(completion) }
  }
  try {
    for (const [options, env] of [
      [['--lang', 'de'], { LANG: 'fr_FR.UTF-8' }],
      [[], { LANG: 'de_DE.UTF-8' }],
    ] as const) {
      const { client, hover, completion } = await open([...options], env)
      await client.close()
      assert.match(hover, /^Dienstgüte · SLA\nEine Zusage\.\nGerman translation\.\n/)
      assert.match(completion, 'Eine Zusage.')
    }
    const { client, hover } = await open(['--lang', 'it'], { LANG: 'de_DE.UTF-8' })
    const { message } = await client.next('window/showMessage')
    await client.close()
    assert.match(hover, /^SLA\nA promise\./)
    assert.is(message, 'No term is translated into “it”.')
  } finally {
    await cli.close()
  }
})

test.run()
