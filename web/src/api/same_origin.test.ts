import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sameOriginPath } from './same_origin.ts'

const origin = 'https://dunlin.example.com'
const cases: [unknown, string | null][] = [
  ['/settings/users', '/settings/users'],
  ['/settings/mail?cursor=2#top', '/settings/mail?cursor=2#top'],
  ['/', '/'],
  ['//evil.example.org/', null],
  ['/\\evil.example.org/', null],
  ['/\t/evil.example.org/', null],
  ['https://evil.example.org/', null],
  ['https://dunlin.example.com/account', null],
  ['javascript:alert(1)', null],
  ['account', null],
  ['/sign_in?to=/sign_in', null],
  ['', null],
  [undefined, null],
  [7, null],
]
for (const [to, path] of cases) {
  test(`after signing in, ${JSON.stringify(to)} leads ${path === null ? 'to the start' : `to ${path}`}`, () => {
    assert.equal(sameOriginPath(to, origin), path)
  })
}
