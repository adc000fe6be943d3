import * as assert from 'uvu/assert'
import { loginTarget, withLoginTarget } from '../lib/identity/login-target.ts'
import { suite } from './support/suite.ts'

const test = suite('login target')

test('a path on this site is accepted', () => {
  for (const path of [
    ...['/', '/terms/1', '/?q=a%20b&offset=20', '/t/CI/CD', '/t/CI%2FCD', '/authors'],
    ...['/loginhelp'],
  ]) {
    assert.is(loginTarget(path), path)
  }
})

test('everything else becomes the home page', () => {
  for (const next of [
    undefined,
    '',
    'terms',
    'https://evil.example',
    'http:/evil.example',
    'javascript:alert(1)',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/..//evil.example',
    '/a/../..//evil.example',
    '/\t/evil.example',
    '/a\nb',
    ' /terms',
    '/login',
    '/login?next=/',
    '/auth/slack/login',
    '/auth',
    '/terms/../auth/slack/login',
    `/${'x'.repeat(2000)}`,
  ]) {
    assert.is(loginTarget(next), '/', next)
  }
})

test('the home page needs no parameter', () => {
  assert.is(withLoginTarget('/login', '/'), '/login')
  assert.is(withLoginTarget('/login', '/terms/1?a=b'), '/login?next=%2Fterms%2F1%3Fa%3Db')
})

test.run()
