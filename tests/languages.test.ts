import * as assert from 'uvu/assert'
import { chooseLanguage, fitting, languageName } from '../lib/languages.ts'
import { suite } from './support/suite.ts'

const test = suite('languages')

const fits: [wanted: string, languages: string, found: string | undefined][] = [
  ['de', 'en,de,fr', 'de'],
  ['DE', 'en,de', 'de'],
  ['de-AT', 'en,de', 'de'],
  ['de_DE.UTF-8', 'en,de', 'de'],
  ['de_DE@euro', 'en,de', 'de'],
  ['pt', 'en,pt-BR,pt-PT', 'pt-BR'],
  ['pt-PT', 'en,pt-BR,pt-PT', 'pt-PT'],
  ['pt_PT.UTF-8', 'en,pt-BR,pt-PT', 'pt-PT'],
  ['pt', 'en,pt-PT,pt-BR', 'pt-BR'],
  ['pt-AO', 'en,pt-BR', 'pt-BR'],
  ['zh-HK', 'zh-CN,zh-TW', 'zh-TW'],
  ['zh', 'zh-TW,zh-CN', 'zh-CN'],
  ['zh-TW', 'en,zh-CN', undefined],
  ['sr-Latn', 'sr-Cyrl,sr-Latn', 'sr-Latn'],
  ['it', 'en,de', undefined],
  ['C', 'en,de', undefined],
  ['POSIX', 'en,de', undefined],
  ['', 'en,de', undefined],
  ['*', 'en,de', undefined],
  ['a language', 'en,de', undefined],
]

for (const [wanted, languages, found] of fits) {
  test(`of ${languages}, ${found ?? 'none'} fits "${wanted}"`, () =>
    assert.is(fitting(languages.split(','), wanted), found))
}

test('what is asked for comes before what the person has chosen, and that before the browser', () => {
  const languages = ['en', 'de', 'fr']
  const choose = (wishes: object) => chooseLanguage(languages, wishes)
  assert.is(choose({}), null)
  assert.is(choose({ asked: 'fr', person: 'de', around: ['en'] }), 'fr')
  assert.is(choose({ person: 'de', around: ['fr'] }), 'de')
  assert.is(choose({ person: 'en', around: ['fr'] }), 'en', "the glossary's own is a choice")
  assert.is(choose({ person: 'it', around: ['x', 'fr-CA', 'de'] }), 'fr', 'one that was taken out of the setting')
  assert.is(choose({ person: null, around: ['it', '*'] }), null)
  assert.is(choose({ asked: '', person: 'de' }), 'de')
  assert.is(choose({ asked: 'it', person: 'de' }), 'it', 'it is not replaced in silence')
  assert.is(chooseLanguage(['en'], { asked: 'de', person: 'de', around: ['de'] }), null)
})

test('languages have names', () => {
  assert.equal(['de', 'pt-BR', 'tlh'].map(languageName), ['German', 'Brazilian Portuguese', 'Klingon'])
})

test.run()
