import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, startService } from '../../test/harness.ts'

/** The moment that the service takes it to be. */
const now = '2026-11-15T09:30:00.000000Z'
const { call, given, database } = await startService({ now: () => new Date(now) })
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const iban = 'NL91ABNA0417164300'

let last = 0
const fresh = async (overrides: object = {}) => {
  const debtor_id = await given.debtor(tenant)
  const { debtor_number } = await given.debtorKeys(tenant, debtor_id)
  last++
  return {
    debtor_id,
    debtor_number,
    sent: {
      bank_account_name: 'D. Example',
      bank_account_number: iban,
      provider_code: 'twikey',
      mandate_identifier: `M${last}`,
      mandate_reference: `R${last}`,
      debtor_code: debtor_number,
      ...overrides,
    },
  }
}

const post = (psp_mandates: unknown, more: object = {}) =>
  call('POST /v1/psp_mandates', { token, json: { administration_id, psp_mandates, ...more } })
const remove = (query: string, as = token) =>
  call(`DELETE /v1/psp_mandates?administration_id=${administration_id}&${query}`, { token: as })
const list = async (query: string) =>
  data(await call(`GET /v1/psp_mandates?administration_id=${administration_id}&${query}`, { token }))
const deleted = async () =>
  data(await call(`GET /v1/psp_mandates/deleted?administration_id=${administration_id}&per_page=500`, { token }))
const events = (debtor_id: string) =>
  database.db.selectFrom('events').selectAll().where('resource_id', '=', debtor_id).orderBy('id').execute()

test('one mandate is answered by itself, as it was registered', async () => {
  const { debtor_id, debtor_number, sent } = await fresh({ bank_account_number: 'nl91 abna 0417 1643 00' })
  const answer = await post([sent])
  assert.equal(answer.status, 200, answer.text)
  const { id, updated_at, ...shown } = answer.body as Record<string, unknown>
  assert.deepEqual(shown, {
    administration_id,
    debtor_id,
    bank_account_name: 'D. Example',
    bank_account_number: iban,
    mandate_identifier: sent.mandate_identifier,
    mandate_reference: sent.mandate_reference,
    provider: 'twikey',
    deactivated_at: null,
  })
  assert.deepEqual(await list(`debtor_numbers=${debtor_number}`), [answer.body])
  const [event, ...others] = await events(debtor_id)
  assert.deepEqual(others, [])
  const context = event?.context as { id: number; psp_mandate: Record<string, unknown> }
  assert.deepEqual([event?.event_name, event?.resource_type], ['psp_mandate_created', 'debtor'])
  assert.deepEqual([context.id, context.psp_mandate.id], [Number(debtor_id), Number(id)])
  assert.deepEqual([context.psp_mandate.bank_account_number, context.psp_mandate.updated_at], [iban, updated_at])
})

test('several mandates are answered as a list, with the fields that were chosen', async () => {
  const [one, two] = [await fresh(), await fresh({ provider_code: 'mollie', customer_identifier: 'customer' })]
  const by_id = { ...two.sent, debtor_code: undefined, debtor_id: two.debtor_id }
  const answer = await post([one.sent, by_id], { fields: { only: ['debtor_number', 'provider'] } })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body, [
    { debtor_number: one.debtor_number, provider: 'twikey' },
    { debtor_number: two.debtor_number, provider: 'mollie' },
  ])
  const single = await fresh()
  assert.deepEqual((await post([single.sent], { fields: '{"only":["debtor_number"]}' })).body, {
    debtor_number: single.debtor_number,
  })
})

test('what cannot be registered is refused as a whole, with its reason', async () => {
  const held = await fresh()
  await post([held.sent])
  const good = (await fresh()).sent
  const again = (await fresh()).sent
  const foreign = await given.debtor(await given.tenant({ company_id: tenant.company_id }))
  const { debtor_code: _, ...nobody } = again
  const [first, second] = [`#0 debtor_code ${good.debtor_code}`, `#1 debtor_code ${again.debtor_code}`]
  const cases: [what: unknown[], message: string][] = [
    [[], 'psp_mandates: missing_data'],
    [[{ ...good, bank_account_name: undefined }], 'psp_mandates: missing_data (#0 bank_account_name)'],
    [
      [
        { ...good, bank_account_name: '' },
        { ...again, bank_account_number: null },
      ],
      'psp_mandates: missing_data (#0 bank_account_name), psp_mandates: missing_data (#1 bank_account_number)',
    ],
    [[nobody], 'psp_mandates: missing_data (#0)'],
    [[{ ...good, provider_code: 'mollie' }], `psp_mandates: missing_data (#0 debtor_code ${good.debtor_code})`],
    [[{ ...good, provider_code: 'example' }], 'psp_mandates: invalid_provider (#0 provider_code)'],
    [[{ ...good, bank_account_number: 'NL00ABNA0417164300' }], 'psp_mandates[0].bank_account_number: must be an IBAN'],
    [[{ ...good, debtor_code: 'nobody' }], 'psp_mandates: unknown_debtor (#0 debtor_code nobody)'],
    [[{ ...nobody, debtor_id: foreign }], `psp_mandates: unknown_debtor (#0 debtor_id ${foreign})`],
    [[{ ...good, debtor_id: held.debtor_id }], `psp_mandates: unknown_debtor (${first})`],
    [
      [good, { ...again, debtor_code: good.debtor_code }],
      `psp_mandates: duplicate_debtor_code (#1 debtor_code ${good.debtor_code})`,
    ],
    [
      [good, { ...again, mandate_identifier: good.mandate_identifier }],
      `psp_mandates: duplicate_mandate_identifier (${second})`,
    ],
    [
      [good, { ...again, mandate_reference: good.mandate_reference }],
      `psp_mandates: duplicate_mandate_identifier (${second})`,
    ],
    [
      [{ ...good, debtor_code: held.debtor_number }],
      `psp_mandates: existing_mandate (#0 debtor_code ${held.debtor_number})`,
    ],
    [
      [good, { ...again, mandate_reference: held.sent.mandate_reference }],
      `psp_mandates: existing_mandate (${second})`,
    ],
    [[{ ...good, mandate_identifier: held.sent.mandate_identifier }], `psp_mandates: existing_mandate (${first})`],
    [
      Array.from({ length: 12 }, () => ({
        ...nobody,
        debtor_id: foreign,
        mandate_identifier: null,
        mandate_reference: null,
      })),
      `psp_mandates: unknown_debtor (${Array.from({ length: 10 }, (_, n) => `#${n} debtor_id ${foreign}`).join('; ')}; 2 more)`,
    ],
    [['nonsense'], 'psp_mandates[0]: must be an object'],
  ]
  for (const [sent, message] of cases) {
    const answer = await post(sent)
    assert.equal(answer.status, 422, answer.text)
    assert.deepEqual(answer.body, { code: 'unprocessable_entity', message })
  }
  const rows = await database.db
    .selectFrom('psp_mandates')
    .select('id')
    .where('debtor_number', 'in', [good.debtor_code, again.debtor_code])
    .execute()
  assert.deepEqual(rows, [])
})

test('sending a mandate again is refused, because the debtor has one', async () => {
  const { sent, debtor_id } = await fresh()
  await post([sent])
  const answer = await post([sent])
  assert.equal(answer.status, 422)
  assert.match(answer.text, /psp_mandates: existing_mandate/)
  assert.equal((await events(debtor_id)).length, 1)
})

test('a list may come in brackets, with commas, or both', async () => {
  const all = [await fresh(), await fresh(), await fresh()]
  await post(all.map((one) => one.sent))
  const [first, second, third] = all.map((one) => one.sent.mandate_reference)
  const answer = await remove(
    `mandate_references[]=${first}&mandate_references[]=${second},nothing&mandate_references=${third}`,
  )
  assert.deepEqual(answer.body, { success: true, count: 3, errors: { not_found: ['nothing'] } })
})

test('mandates end by any of their names, and that makes events', async () => {
  const all = [await fresh(), await fresh(), await fresh(), await fresh(), await fresh()]
  await post(all.map((one) => one.sent))
  const [by_id, by_identifier, by_reference, by_number, left] = all
  const id = (await list(`debtor_numbers=${by_id?.debtor_number}`))[0]?.id
  const answer = await remove(
    `psp_mandate_ids=${id},987654&mandate_identifiers=${by_identifier?.sent.mandate_identifier},nothing` +
      `&mandate_references=${by_reference?.sent.mandate_reference}&debtor_numbers=${by_number?.debtor_number},nobody`,
  )
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body, {
    success: true,
    count: 4,
    errors: { not_found: ['987654', 'nothing', 'nobody'] },
  })
  const gone = await deleted()
  for (const one of [by_id, by_identifier, by_reference, by_number]) {
    const [shown] = await list(`debtor_numbers=${one?.debtor_number}`)
    assert.equal(shown?.deactivated_at, now)
    assert.deepEqual(
      gone.find((row) => row.id === shown?.id),
      {
        id: shown?.id,
        administration_id,
        debtor_id: one?.debtor_id,
        mandate_identifier: one?.sent.mandate_identifier,
        provider: 'twikey',
        deleted_at: shown?.updated_at,
      },
    )
    const [, revoked] = await events(String(one?.debtor_id))
    const context = revoked?.context as { revoked_psp_mandates: Record<string, unknown>[] }
    assert.equal(revoked?.event_name, 'psp_mandate_revoked')
    assert.deepEqual(
      context.revoked_psp_mandates.map((mandate) => mandate.id),
      [Number(shown?.id)],
    )
  }
  assert.equal((await list(`debtor_numbers=${left?.debtor_number}`))[0]?.deactivated_at, null)
})

test('ending a mandate again changes nothing, and then the debtor can give a new one', async () => {
  const { sent, debtor_id, debtor_number } = await fresh()
  await post([sent])
  const query = `debtor_numbers=${debtor_number}`
  assert.deepEqual((await remove(query)).body, { success: true, count: 1, errors: {} })
  const before = await list(query)
  assert.deepEqual((await remove(query)).body, { success: true, count: 1, errors: {} })
  assert.deepEqual(await list(query), before)
  assert.equal((await events(debtor_id)).length, 2)
  const answer = await post([{ ...sent, mandate_reference: 'another' }])
  assert.equal(answer.status, 200, answer.text)
  assert.equal((await list(query)).length, 2)
})

const missing_selector =
  'psp_mandate_ids: is missing, and so are mandate_identifiers, mandate_references and debtor_numbers; ' +
  'one of them is needed'

test('ending needs a name that can be read, and a mandate of this administration', async () => {
  const refused = async (query: string) => {
    const answer = await remove(query)
    assert.equal(answer.status, 422, answer.text)
    return (answer.body as { message: string }).message
  }
  assert.equal(await refused(''), missing_selector)
  assert.equal(await refused('debtor_numbers=,'), missing_selector)
  assert.equal(await refused('psp_mandate_ids=abc'), 'psp_mandate_ids: must be an identifier of digits')
  const nowhere = await call('DELETE /v1/psp_mandates?psp_mandate_ids=1', { token })
  assert.equal((nowhere.body as { message: string }).message, 'administration_id: is missing')

  const { sent, debtor_number } = await fresh()
  await post([sent])
  const [mandate] = await list(`debtor_numbers=${debtor_number}`)
  const there = await given.tenant({ company_id: tenant.company_id })
  const line = `DELETE /v1/psp_mandates?administration_id=${there.administration_id}&psp_mandate_ids=${mandate?.id}`
  const answer = await call(line, { token })
  assert.deepEqual(answer.body, { success: true, count: 0, errors: { not_found: [mandate?.id] } })
  const poor = await given.token(tenant, { permissions: ['psp_mandates:read'] })
  assert.equal((await remove(`psp_mandate_ids=${mandate?.id}`, poor)).status, 403)
  assert.equal((await list(`debtor_numbers=${debtor_number}`))[0]?.deactivated_at, null)
})
