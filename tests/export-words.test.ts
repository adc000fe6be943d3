import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { warnNotTested } from './support/programs.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('word lists')

async function words(service: TestService) {
  const as = await service.person()
  const { text } = await service.request('GET', '/api/v1/export?status=all&format=words', { as })
  return text
}

test('the word list has each word of the names once, and no misspelling', async (service) => {
  const as = await service.person()
  await service.term(as, {
    name: 'CI/CD',
    full_name: "The Company's Übergabe No. 2 pipeline",
    aliases: ['C++ K8s', { name: 'CICDD', kind: 'misspelling' }, { name: 'bad', kind: 'discouraged' }],
  })
  await service.term(as, { name: 'CI' })
  assert.is(await words(service), "CI\nCIs\nCD\nCDs\nThe\nCompany's\nÜbergabe\nNo\npipeline\nC\nK8s\n")
})

/** Spell checkers that read our list, with their options for it. */
const spellCheckers = {
  hunspell: (list: string) => ['-d', 'en_US', '-i', 'utf-8', '-p', list, '-l'],
  aspell: (list: string) => {
    const dictionary = `${list}.rws`
    const create = ['--lang=en', '--encoding=utf-8', 'create', 'master', dictionary]
    spawnSync('aspell', create, { input: readFileSync(list) })
    return ['--lang=en', '--encoding=utf-8', `--add-extra-dicts=${dictionary}`, 'list']
  },
}

for (const [program, optionsFor] of Object.entries(spellCheckers)) {
  test(`${program} accepts the words of the list, and plurals`, async (service) => {
    if (spawnSync(program, ['-v']).error && !process.env.TEST_SPELLING_REQUIRED) {
      warnNotTested(`the word list in ${program}`, 'It is not installed.')
      return
    }
    const as = await service.person()
    await service.term(as, { name: 'QZA', full_name: "Qrxine's Übergabe", aliases: ['CI/QZS'] })
    const directory = await mkdtemp(join(tmpdir(), 'glossary-words-'))
    const [list, empty] = [join(directory, 'glossary.txt'), join(directory, 'empty.txt')]
    await writeFile(list, await words(service))
    await writeFile(empty, 'word\n')
    const check = (words: string) => {
      const input = "Our QZA and QZAs, QZSs and QZSes for Qrxine's Übergabe, wrongg.\n"
      const { stdout } = spawnSync(program, optionsFor(words), { input, encoding: 'utf8' })
      return stdout.split('\n').filter(Boolean)
    }
    assert.ok(check(empty).length >= 7)
    assert.equal(check(list), ['wrongg'])
    await rm(directory, { recursive: true })
  })
}

test.run()
