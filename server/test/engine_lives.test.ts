import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { changeIn } from '../src/db/change.ts'
import { serviceActor } from '../src/domain/actor.ts'
import { addDays, type Day } from '../src/domain/days.ts'
import { defaultFlows } from '../src/flows/defaults.ts'
import type { Flow } from '../src/flows/flow.ts'
import { usual_sending_days } from '../src/follow_up/decide/calendar.ts'
import { decide } from '../src/follow_up/decide/decide.ts'
import type { Decision } from '../src/follow_up/decide/decision.ts'
import { perform } from '../src/follow_up/decide/perform.ts'
import { type Rules, rulesOf } from '../src/follow_up/decide/rules.ts'
import { raiseRules } from '../src/follow_up/rules_version.ts'
import { makeSandbox } from '../src/follow_up/sandboxes.ts'
import { holidaysOf } from '../src/law/holidays.ts'
import { chanceFrom } from './chance.ts'
import { administration } from './given_facts.ts'
import { type Answer, data, nextCursor, startService } from './harness.ts'
import { randomFlows } from './lives.ts'
import { beginLife, happen, type Life, nameInvoices, type Writes } from './sandbox_life.ts'

/** How many lives; the suite takes some, `LIVES=1000` more, and `SEED=17` the one that went wrong. */
const lives_count = Number(process.env.LIVES ?? 40)
const days_count = 90

/** A Monday so far ahead that nothing is old because of the real clock; summer time begins on the way. */
const start: Day = '2031-03-03'
const now = new Date(`${start}T10:00:00Z`)
const { call, database, given } = await startService({ now: () => now })

const pdf = Buffer.from('%PDF-1.4\n%%EOF\n')
const checksum = createHash('sha3-512').update(pdf).digest('base64')

type Sandbox = { administration_id: string; token: string; rules: Rules; lives: Life[] }
type Step = { [member: string]: unknown }

/** A sandbox with these flows, as the test itself would have its rules. */
async function openSandbox(flows: { business: Flow; consumer: Flow }): Promise<Sandbox> {
  const tenant = await given.tenant()
  const { administration_id } = tenant
  const token = await given.token(tenant)
  await changeIn(database.db, { administration_id, actor: serviceActor('import'), real_now: now }, async (change) => {
    await makeSandbox(change)
    for (const flow of Object.values(flows)) {
      await sql`
        update flows set definition = ${JSON.stringify(flow)}::jsonb
        where administration_id = ${administration_id}::bigint and code = ${flow.code}`.execute(change.db)
    }
    await raiseRules(change)
  })
  const files = [{ checksum, byte_size: pdf.length, content_type: 'application/pdf' }]
  const announced = await call('POST /v1/files', { token, json: { administration_id, files } })
  const [upload] = announced.body as { url: string }[]
  const kept = await fetch(upload?.url ?? '', {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf' },
    body: pdf,
  })
  assert.equal(kept.status, 204)
  const rules = rulesOf({
    administration: { ...administration, country_code: 'NL', sandbox: true },
    flows: Object.values(flows).map((flow) => ({ flow, version: 1 })),
    sending_days: { ...usual_sending_days, holidays: new Set([...holidaysOf('nl', 2030), ...holidaysOf('nl', 2031)]) },
  })
  return { administration_id, token, rules, lives: [] }
}

const succeeded = (answer: Answer): void => {
  assert.ok(answer.status < 300, answer.text)
  assert.doesNotMatch(answer.text, /"errors":\{"|stays as it is/, answer.text)
}

/** Writes what happened to all debtors, one request for each kind of record. */
async function writeAll({ administration_id, token }: Sandbox, writes: readonly Writes[]): Promise<void> {
  const send = async (line: string, name: string, items: readonly unknown[]): Promise<void> => {
    for (let at = 0; at < items.length; at += 500) {
      succeeded(await call(line, { token, json: { administration_id, [name]: items.slice(at, at + 500) } }))
    }
  }
  const all = <Kind extends keyof Writes>(kind: Kind) => writes.flatMap((one): readonly unknown[] => one[kind] ?? [])
  await send('POST /v1/contacts', 'contacts', all('contacts'))
  await send('POST /v1/debtors', 'debtors', all('debtors'))
  await send('POST /v1/invoices', 'invoices', all('new_invoices'))
  await send('PATCH /v1/invoices', 'invoices', all('invoices'))
  await send('PATCH /v1/invoices/block', 'invoice_numbers', all('block'))
  await send('PATCH /v1/invoices/resume', 'invoice_numbers', all('resume'))
}

async function everyPage({ administration_id, token }: Sandbox, family: string): Promise<Step[]> {
  const found: Step[] = []
  let cursor: string | null = null
  do {
    const from: string = cursor === null ? '' : `&cursor=${cursor}`
    const page = await call(`GET /v1/${family}?administration_id=${administration_id}&per_page=500${from}`, { token })
    found.push(...data(page))
    cursor = nextCursor(page)
  } while (cursor !== null)
  return found
}

/** Gives records that were written the ids under which they are stored. */
async function nameAll(sandbox: Sandbox): Promise<void> {
  if (sandbox.lives.every(({ unnamed }) => unnamed.length === 0)) return
  const ids = new Map((await everyPage(sandbox, 'invoices')).map((one) => [one.invoice_number, String(one.id)]))
  for (const life of sandbox.lives) {
    nameInvoices(life, (number) => ids.get(number) ?? assert.fail(`there is no invoice ${number}`), start)
  }
}

/** A step, as a line that is the same on both sides. */
const line = (number: string, day: unknown, step: unknown, round: unknown, channel: unknown, more: unknown[]): string =>
  [number, day, step, `round ${round}`, channel ?? '-', ...more.map((one) => one ?? '-')].join(' ')

/** Lives a day as the pure functions have it, until nothing is left to do. */
function liveDay(life: Life, rules: Rules, today: Day, expected: string[]): number {
  let steps = 0
  for (let round = 0; round < 10; round++) {
    declare(life, today, expected)
    const decision = decide(life.facts, rules, today)
    if (decision.letters.length === 0 && decision.acts.length === 0) return steps
    const lines = linesOf(life, decision)
    steps += lines.length
    expected.push(...lines)
    life.facts = perform(life.facts, decision, today)
  }
  throw new Error(`Life ${life.seed} has no end of steps on ${today}.`)
}

/** An invoice that its creditor sent has a step that says so, from the day of sending, as long as it is open. */
function declare(life: Life, today: Day, expected: string[]): void {
  const invoices = life.facts.invoices.map((one) => {
    const { sent_on, open_amount, steps } = one
    if (sent_on === null || sent_on > today || open_amount === 0n) return one
    if (steps.some(({ step }) => step === 'invoice')) return one
    expected.push(line(life.numbers.get(one.id) ?? '', sent_on, 'invoice', 1, null, [null, null]))
    const declared = { step: 'invoice', round: 1, day: sent_on, origin: 'declared', letter: null } as const
    return { ...one, steps: [...steps, { ...declared, skipped: false, call_open: false }] }
  })
  life.facts = { ...life.facts, invoices }
}

function linesOf(life: Life, { letters, acts, outlooks }: Decision): string[] {
  const number = (id: string): string => life.numbers.get(id) ?? ''
  const by_letters = letters.flatMap(({ items, channel, term_days, day }) => {
    const ends = channel === 'mail' && term_days !== null ? addDays(day, term_days) : null
    const together = items.flatMap(({ invoice_id, performs }) => (performs === null ? [] : [number(invoice_id)])).sort()
    return items.flatMap(({ invoice_id, performs, round }) =>
      performs === null ? [] : [line(number(invoice_id), day, performs, round, channel, [ends, together.join('+')])],
    )
  })
  const by_acts = acts.map((act) => {
    if (!('invoice_id' in act)) throw new Error(`Life ${life.seed} is not meant to get to ${act.act}.`)
    return { act, outlook: outlooks.find(({ id }) => id === act.invoice_id) }
  })
  return [
    ...by_letters,
    ...by_acts.map(({ act, outlook }) =>
      line(number(act.invoice_id), outlook?.day, act.step, act.round, null, [null, null]),
    ),
  ]
}

/** What was done, as the interface reports it; invoices of one letter are listed together. */
async function linesDone(sandbox: Sandbox): Promise<string[]> {
  const numbers = new Map(sandbox.lives.flatMap(({ numbers }) => [...numbers]))
  const steps = await everyPage(sandbox, 'steps')
  const number = (one: Step): string => numbers.get(String(one.invoice_id)) ?? `invoice ${one.invoice_id}`
  const letters = Map.groupBy(steps, ({ letter_id }) => letter_id)
  return steps.map((one) => {
    const members = one.letter_id === null ? [] : (letters.get(one.letter_id) ?? [])
    const together = members.length === 0 ? null : members.map(number).sort().join('+')
    return line(number(one), one.day, one.step, one.round, one.channel, [one.term_ends_on, together])
  })
}

/** Compares what was done with what ought to have been done, and reports the first life that differs. */
function compare(lives: readonly Life[], done: readonly string[], expected: readonly string[]): void {
  const of = (lines: readonly string[], { number }: Life) => lines.filter((one) => one.startsWith(`${number}-`)).sort()
  for (const life of lives) {
    const [is, ought] = [of(done, life), of(expected, life)]
    if (is.join('\n') === ought.join('\n')) continue
    const diary = `SEED=${life.seed}\n${life.diary.join('\n')}`
    assert.deepEqual(is, ought, `life ${life.seed} differs; run it again with\n${diary}`)
  }
  assert.equal(done.length, expected.length, 'there are steps of invoices that were never written')
}

async function compareOutlooks({ administration_id, token, rules, lives }: Sandbox, today: Day): Promise<number> {
  let compared = 0
  for (const { facts, seed } of lives) {
    const { outlooks } = decide(facts, rules, today)
    const [one] = outlooks.filter(({ step }) => step !== null)
    if (!one) continue
    const answer = await call(`GET /v1/invoices/${one.id}/outlook?administration_id=${administration_id}`, { token })
    const { step, day, holds } = (answer.body as { data: typeof one }).data
    const reasons = (list: typeof holds) => list.map(({ reason, until }) => `${reason} ${until}`).sort()
    const is = { step, day, holds: reasons(holds) }
    assert.deepEqual(is, { step: one.step, day: one.day, holds: reasons(one.holds) }, `outlook of life ${seed}`)
    compared++
  }
  return compared
}

/** Lives many lives in one sandbox, turning its clock from one event to the next. */
async function liveIn(sandbox: Sandbox, seeds: readonly number[]): Promise<{ steps: number; outlooks: number }> {
  const chance = chanceFrom(seeds[0] ?? 0)
  const born = seeds.map((seed) => beginLife(seed, start, checksum))
  sandbox.lives = born.map(({ life }) => life)
  await writeAll(
    sandbox,
    born.map(({ writes }) => writes),
  )
  await nameAll(sandbox)
  const expected: string[] = []
  const last = addDays(start, days_count)
  let today = start
  while (today < last) {
    const soon = addDays(today, chance.below(6))
    const to = soon < last ? soon : last
    const { administration_id, token } = sandbox
    const turned = await call(`PATCH /v1/administrations/${administration_id}/clock`, { token, json: { date: to } })
    assert.equal(turned.status, 200, turned.text)
    let steps = 0
    for (let day = today; day <= to; day = addDays(day, 1)) {
      for (const life of sandbox.lives) steps += liveDay(life, sandbox.rules, day, expected)
    }
    compare(sandbox.lives, await linesDone(sandbox), expected)
    assert.deepEqual(turned.body, { data: { today: to, steps_performed: steps } })
    today = to
    await writeAll(
      sandbox,
      sandbox.lives.map((life) => (life.chance.percent(30) ? happen(life, today, checksum) : {})),
    )
    await nameAll(sandbox)
  }
  return { steps: expected.length, outlooks: await compareOutlooks(sandbox, today) }
}

/** Each third life goes by the same flows. */
const own = process.env.SEED === undefined ? null : Number(process.env.SEED)
const seedsOf = (place: number): number[] =>
  Array.from({ length: Math.ceil(lives_count / 3) }, (_, index) => 1 + place + index * 3)

/** Without what leads to cases, and without calls. */
const plain = (flow: Flow): Flow => ({
  ...{ ...flow, steps: flow.steps.filter(({ step }) => step !== 'call_reminder') },
  end: flow.end === 'case' || flow.end === 'case_approval' ? 'collectable' : flow.end,
})
const other = (seed: number) => {
  const { business, consumer } = randomFlows(chanceFrom(seed), 'NL')
  return { business: plain(business), consumer: plain(consumer) }
}
const flows = [defaultFlows('NL'), other(11), other(5)]

for (const [place, ladder] of flows.entries()) {
  const name = ['the usual flows', 'other flows', 'yet other flows'][place]
  const seeds = own === null ? seedsOf(place) : (own - 1) % 3 === place ? [own] : []
  test(`lives with ${name} in a sandbox go as the pure functions have it`, { timeout: 3_600_000 }, async () => {
    const { steps, outlooks } = await liveIn(await openSandbox(ladder), seeds)
    assert.ok(own !== null || (steps > seeds.length && outlooks > 0), `${steps} steps, ${outlooks} outlooks`)
  })
}
