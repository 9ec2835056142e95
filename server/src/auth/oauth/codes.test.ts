import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../test/harness.ts'
import { createCode, provesChallenge } from './codes.ts'

/** The example of RFC 7636, appendix B. */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

test('a verifier proves its own challenge, and a code without a challenge wants none', () => {
  const cases: [string | null, string | undefined, boolean][] = [
    [challenge, verifier, true],
    [null, undefined, true],
    [challenge, undefined, false],
    [null, verifier, false],
    [challenge, `${verifier}x`, false],
    [challenge, challenge, false],
    [challenge, '', false],
  ]
  for (const [made, sent, proves] of cases) assert.equal(provesChallenge(made, sent), proves, `${made} ${sent}`)
})

test('a challenge that S256 cannot have made is refused when the code is made', async () => {
  const { db } = await testDatabase()
  const new_code = { grant_id: '1', redirect_uri: 'https://app.example.com/callback', now: new Date() }
  for (const code_challenge of ['', 'plain', `${challenge}=`, challenge.slice(1), `${challenge.slice(1)}+`])
    await assert.rejects(createCode(db, { ...new_code, code_challenge }), /no S256 challenge/, code_challenge)
})
