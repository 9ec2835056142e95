import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Operation, operations } from '../src/api/operations.ts'
import { readsForPages, writesForPages } from '../src/api/pages.ts'
import { console_outline } from '../src/console/index.ts'
import { page_verbs } from '../src/console/page_verbs.ts'
import { families } from '../src/resources/index.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { watchChanges } from './changes.ts'
import { fillEveryFamily } from './every_family.ts'
import { fuzz, per_operation, seed } from './fuzzing.ts'
import { engineTaken } from './given_engine.ts'
import { type Answer, startService } from './harness.ts'
import { keepAlive } from './keep_alive.ts'
import { type Lane, openLane, openPages } from './lanes.ts'
import { logTo } from './log_to.ts'
import { redirect_uri } from './oauth.ts'
import { obeys, obeysIn } from './obeys.ts'
import { texts } from './odd_values.ts'

/** As many ask at the same time, each one thing after the other and each in a company of its own. */
const lane_count = 32

const faults: string[] = []
const log = logTo('error', (line: string) => void faults.push(line))
const service = await startService({ log })
const { given, database } = service
const call = keepAlive(service, lane_count)
const all = operations(families)

const other = await given.tenant()
const other_records = await fillEveryFamily(given, other)
const lanes: Lane[] = []
while (lanes.length < lane_count) lanes.push(await openLane(service, other_records))
const changed = await watchChanges(service)

test('whatever is asked is answered within its schema, and what is refused changes nothing', async (t) => {
  const asking = { call, changed, operations: all, lanes, obeys, bystander: other.company_id }
  // The one turns days that nobody has to wait for, the other wants an address outside; both have tests of their own.
  const hopeless = ['administrations.clock', 'webhooks.create']
  const { count, glad, wrong } = await fuzz(asking, { often: per_operation, seconds_max: 20, hopeless })
  const hopeful = all.map(({ name }) => name).filter((name) => !hopeless.includes(name))
  const least = Math.min(...hopeful.map((name) => glad.get(name) ?? 0))
  t.diagnostic(`${count} requests; every operation was glad ${least} times or more`)
  assert.deepEqual(wrong.slice(0, 20), [])
  // Otherwise all of this would only have been about requests that are turned away at the door.
  assert.deepEqual(
    hopeful.filter((name) => !glad.has(name)),
    [],
    'these did never what they are for',
  )
})

test('what our own pages ask is answered within its schema as well', async (t) => {
  // Passwords are slow to check, and who signs in or out is somebody else afterwards: odd_input.test.ts asks those.
  // A webhook of an application is made by nobody here.
  const apart = ['sessions', 'application_webhooks', 'application_deliveries', 'webhook_requests']
  const own = operations(console_outline).filter(
    ({ reach, family }) => reach !== 'anybody' && reach !== 'self' && !apart.includes(family),
  )
  const described = obeysIn(console_outline)
  // Verbs without a noun are only there for pages.
  const for_pages = page_verbs.filter(({ resource }) => resource === null)
  // Verbs that only pages have, on families that tokens read.
  const v1 = new Set(operations(families).map(({ name }) => name))
  const verbs = writesForPages(page_verbs)
  const of_pages_alone = verbs.map(({ name }) => name).filter((name) => !v1.has(name))
  const describedVerbs = obeysIn(for_pages)
  const describedAlone = obeysIn(page_verbs)
  const isForPages = ({ name }: Operation): boolean => for_pages.some((family) => name.startsWith(`${family.name}.`))
  const people: Lane[] = []
  for (const lane of lanes.slice(0, 16)) {
    people.push(await openPages(service, lane))
    // Somebody may switch the engine on, and what it does then is no answer to anybody.
    await engineTaken(database.db, lane.tenant)
  }
  await changed()
  const asking = {
    call,
    changed,
    operations: [...own, ...readsForPages(families), ...writesForPages(page_verbs)],
    lanes: people,
  }
  const holds = (operation: Operation, answer: Answer): void =>
    own.includes(operation)
      ? described(operation, answer)
      : isForPages(operation) && of_pages_alone.includes(operation.name)
        ? describedVerbs(operation, answer)
        : (of_pages_alone.includes(operation.name) ? describedAlone : obeys)(
            { ...operation, path: operation.path.replace('/console/', '/v1/') },
            answer,
          )
  // What chance does not come by: no mail is kept whose content could be shown, these are no sandboxes and have no
  // letters on paper, a verb on a draft names the state that the person saw, and an engine that is off has nothing in
  // its outbox and nothing that comes next. Each of them has tests of its own.
  const hopeless = [
    ...['mails.content', 'outbox.document', 'sandbox.show', 'administrations.clock', 'letter_batches.mark_posted'],
    ...['statements.send', 'case_verbs.open', 'case_verbs.settle_costs', 'next_step.move', 'next_step.send_now'],
    ...[
      'next_step.skip',
      'next_step.lift_hold',
      'outbox_verbs.refuse',
      'flow_versions.discard',
      'flow_versions.publish',
    ],
    // No mail of a stranger waits, none came back, and no webhook is there.
    ...['messages.assign', 'messages.discard', 'debtor_verbs.mail_again'],
    ...['webhook_deliveries.show', 'webhook_deliveries.resend'],
    ...['webhooks.create', 'webhooks.update', 'webhooks.renew_secret', 'webhooks.pause', 'webhooks.activate'],
    ...['webhooks.replay', 'webhooks.resend_failed', 'webhooks.test'],
    // No debtor proposed terms, and chance draws no picture.
    ...['payment_plans.offer', 'administration_logo_verbs.change'],
    // Views and calls are named by numbers that chance does not know; nothing is booked on what nobody sent.
    ...['today_verbs.take_back_call', 'saved_view_verbs.change', 'saved_view_verbs.remove'],
    ...['agreements.book_payment', 'sandbox_verbs.play', 'sandbox_verbs.invent', 'sandboxes.start_over'],
    // Nor does it write a list, or say which of its columns holds what; and only what was checked can be imported.
    ...['import_verbs.read', 'import_verbs.check', 'import_verbs.start'],
    // Records that follow a flow, and letters that wait, are found by chance alone: seldom on a busy machine.
    ...['next_step.reset', 'outbox_verbs.release'],
  ]
  const { count, glad, wrong } = await fuzz(
    { ...asking, obeys: holds, bystander: other.company_id },
    { often: per_operation / 10, seconds_max: 25, hopeless },
  )
  t.diagnostic(`${count} requests`)
  const never = asking.operations.map(({ name }) => name).filter((name) => !glad.has(name) && !hopeless.includes(name))
  assert.deepEqual(wrong.slice(0, 20), [])
  assert.deepEqual(never, [], 'these did never what they are for')
})

test('the way in for other software leads to that software, or nowhere', async () => {
  const [lane] = lanes
  assert.ok(lane)
  const { caller, keys } = await openPages(service, lane)
  const { 'x-csrf-token': csrf_token = '', ...headers } = caller(all[0] ?? assert.fail()).headers ?? {}
  const usual = { client_id: keys.client_id?.[0] ?? '', redirect_uri, response_type: 'code', state: 'xyz', csrf_token }
  const consent = { decision: 'allow', permissions: 'debtors:read', administrations: 'all' }
  const seen = new Set<string>()
  await changed()
  for (let number = 0; number < 300; number++) {
    const chance = chanceFrom(seed * 5_000_011 + number)
    const method = chance.pick(['GET', 'POST'])
    const pairs = Object.entries({ ...usual, ...consent, scope: 'debtors:read', code_challenge: 'x'.repeat(43) })
      .filter(([name]) => chance.percent(name === 'scope' || name === 'code_challenge' ? 20 : 97))
      .map(([name, value]): [string, string] => [name, chance.percent(6) ? oddText(chance) : value])
    if (chance.percent(5)) pairs.push(['redirect_uri', 'https://elsewhere.example.com/'])
    const form = new URLSearchParams(pairs).toString()
    const accept = chance.pick(['text/html', '*/*'])
    const sent = method === 'GET' ? {} : { form }
    const path = `/oauth/authorize${method === 'GET' ? `?${form}` : ''}`
    const answer = await call(`${method} ${path}`, { headers: { ...headers, accept }, ...sent })
    const about = `request ${number}: ${method} ${form.slice(0, 900)} → ${answer.status} ${answer.text.slice(0, 200)}`
    // Without built pages there is nothing to show to a person.
    assert.ok(answer.status < 500 || (answer.status === 503 && method === 'GET'), about)
    const location = answer.headers.get('location')
    const place =
      location === null ? 'nowhere' : location.startsWith('/oauth/authorize?') ? 'again' : new URL(location).origin
    assert.ok(['nowhere', 'again', new URL(redirect_uri).origin].includes(place), about)
    const allowed = location !== null && new URL(location, redirect_uri).searchParams.has('code')
    if (!allowed) assert.deepEqual(await changed(), [], about)
    else await changed()
    seen.add(allowed ? 'allowed' : `${place} ${answer.status}`)
  }
  assert.ok(seen.has('allowed') && seen.has('nowhere 400'), [...seen].join(', '))
})

const oddText = (chance: Chance): string => chance.pick(texts).slice(0, 2000).toWellFormed()

test('the endpoints of OAuth answer in their own envelope, whatever they are asked', async () => {
  const names = ['grant_type', 'code', 'refresh_token', 'token', 'scope', 'redirect_uri', 'client_id', 'code_verifier']
  const [lane] = lanes
  const basic = all.find(({ auth }) => auth === 'Basic')
  assert.ok(lane && basic)
  const grants = ['authorization_code', 'refresh_token', 'client_credentials', 'password', '']
  await changed()
  for (let number = 0; number < 200; number++) {
    const chance = chanceFrom(seed * 7_000_003 + number)
    const path = chance.pick(['/oauth/token', '/oauth/introspect', '/oauth/revoke'])
    const pairs = names
      .filter(() => chance.percent(60))
      .map((name) => {
        const odd = chance.pick(texts).slice(0, 3000).toWellFormed()
        const value = name === 'grant_type' && chance.percent(80) ? chance.pick(grants) : odd
        return `${name}=${encodeURIComponent(value)}`
      })
    if (chance.percent(30))
      pairs.push(chance.pick(['%zz=%ff', 'code[]=1', 'token=1&token=2', 'scope[a]=1', '__proto__=1']))
    const sent = chance.percent(85) ? { form: pairs.join('&') } : { json: Object.fromEntries([['token', pairs]]) }
    const answer = await call(`POST ${path}`, { ...lane.caller(basic), ...sent })
    const about = `${path} ${JSON.stringify(sent).slice(0, 600)} → ${answer.status} ${answer.text.slice(0, 300)}`
    assert.ok(answer.status < 500 && answer.status !== 429, about)
    if (answer.status >= 400) {
      const members = Object.keys(answer.body as object)
      assert.deepEqual(members, ['error', 'error_description', 'code', 'message'], about)
    }
    assert.deepEqual(await changed(), [], about)
  }
})

test('nothing of all this was a fault of ours, and the other company has what it had', async () => {
  assert.deepEqual(faults, [])
  const { rows } = await database.pool.query('select name from debtors where administration_id = $1', [
    other.administration_id,
  ])
  assert.equal(rows.length, 1)
})
