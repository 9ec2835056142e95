import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillEveryFamily } from '../../test/every_family.ts'
import { data, startService } from '../../test/harness.ts'
import { signedIn, visitor } from '../../test/visitor.ts'
import { readsForPages } from '../api/pages.ts'
import { families } from '../resources/index.ts'

const service = await startService()
const { given, call } = service
const tenant = await given.tenant()
const sibling = await given.tenant({ company_id: tenant.company_id })
const stranger = await given.tenant()
const records = await fillEveryFamily(given, tenant)
const token = await given.token(tenant)
const restricted = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [tenant.administration_id]: 'restricted' },
})
const outsider = await signedIn(service, stranger.company_id)

for (const operation of readsForPages(families)) {
  const path = operation.path.replace(/\{\w+\}/, records[operation.family] ?? '')
  const query = `?administration_id=${tenant.administration_id}`

  test(`${operation.name}: a page shows what the interface shows, to people with a role there`, async () => {
    const page = await restricted.get(`${path}${query}`)
    const answer = await call(`GET ${path.replace('/console/', '/v1/')}${query}`, { token })
    assert.equal(page.status, 200, page.text)
    assert.deepEqual(page.body, answer.body)
  })

  test(`${operation.name}: nobody else sees it`, async () => {
    assert.equal((await visitor(service).get(`${path}${query}`)).status, 401)
    assert.equal((await outsider.get(`${path}${query}`)).status, 403)
    assert.equal((await restricted.get(`${path}?administration_id=${sibling.administration_id}`)).status, 403)
    assert.equal((await restricted.get(path)).status, 422)
    assert.equal((await call(`GET ${path}${query}`, { token })).status, 401, 'a token is no session')
  })
}

test('a session opens nothing of the interface', async () => {
  const answer = await call(`GET /v1/debtors?administration_id=${tenant.administration_id}`, {
    headers: restricted.headers(),
  })
  assert.equal(answer.status, 401)
  assert.equal(
    data(await restricted.get(`/console/debtors?administration_id=${tenant.administration_id}`)).length > 0,
    true,
  )
})
