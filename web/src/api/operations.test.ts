import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from './client.ts'
import { operations } from './operations.ts'

/** Only true when both types have the same members, each of the same type. */
type Same<One, Other> = (<Any>() => Any extends One ? 1 : 2) extends <Any>() => Any extends Other ? 1 : 2 ? true : false

const readName = () =>
  ask('debtors.show', { administration_id: '1', id: '2', fields: { only: ['name', 'public_url'] } })
const readCities = () =>
  ask('debtors.list', { administration_id: '1', fields: { only: ['id', { postal_address: ['city'] }] } })

test('what is read has exactly the members that were asked for', async (context) => {
  // The compiler refuses these when a type has more members, or fewer.
  const named: Same<Awaited<ReturnType<typeof readName>>, { name: string; public_url: string | null }> = true
  const listed: Same<
    Awaited<ReturnType<typeof readCities>>['data'][number],
    { id: string; postal_address: { city: string } }
  > = true
  assert.ok(named && listed)

  const asked: string[] = []
  context.mock.method(globalThis, 'fetch', async (address: string) => {
    asked.push(decodeURIComponent(address))
    return Response.json({})
  })
  await readName()
  await readCities()
  assert.deepEqual(asked, [
    '/console/debtors/2?administration_id=1&fields={"only":["name","public_url"]}',
    '/console/debtors?administration_id=1&fields={"only":["id",{"postal_address":["city"]}]}',
  ])
})

test('every operation has its own address', () => {
  const addresses = Object.values(operations).map(({ method, path }) => `${method} ${path}`)
  assert.equal(new Set(addresses).size, addresses.length)
})
