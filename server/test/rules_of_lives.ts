import assert from 'node:assert/strict'
import { addDays, type Day } from '../src/domain/days.ts'
import { all_steps, isOverdueStep } from '../src/domain/steps.ts'
import { decide } from '../src/follow_up/decide/decide.ts'
import type { Decision, Outlook } from '../src/follow_up/decide/decision.ts'
import type { DebtorFacts, InvoiceFacts } from '../src/follow_up/decide/facts.ts'
import { isFirstReminder } from '../src/law/flow_problems.ts'
import type { Charge, Claim, LawPack } from '../src/law/pack.ts'
import { lawOfCountry } from '../src/law/packs.ts'
import type { Chance } from './chance.ts'
import { type Entry, type Life, lifeFrom, live, randomHold } from './lives.ts'

// The seven rules of how Dunlin decides, each held by lives of chance. A rule is worked out here again from what was
// done, never with the code that did it.

const seeds = (lives: number): number[] => Array.from({ length: lives }, (_, index) => index + 1)

function everyLife(lives: number, check: (life: Life) => void, lawOf?: (country: string) => LawPack): void {
  for (const seed of seeds(lives)) {
    try {
      check(lifeFrom(seed, lawOf))
    } catch (error) {
      throw new Error(`Life ${seed} breaks the rule.`, { cause: error })
    }
  }
}

const max = (...days: (Day | null)[]): Day =>
  days.reduce<Day>((one, other) => (other !== null && other > one ? other : one), '0001-01-01')

/** The rules by their names, each for so many lives. */
export const rules_of_lives: { readonly [name: string]: (lives: number) => void } = {
  'steps are anchored on facts and never on when somebody looked': (lives) =>
    everyLife(lives, (life) => {
      const entries = live(life)
      for (const entry of entries) assert.ok(entry.day >= earliest(entry, entries), entryText(entry))
      assert.deepEqual(
        live(life, { lazily: true }).map(entryText),
        entries.map(entryText),
        'whoever looks less often does the same',
      )
    }),

  'age never skips a step, and after an outage the next one keeps its distance': (lives) =>
    everyLife(lives, (life) => {
      const entries = live(life)
      for (const ladder of Map.groupBy(entries, ({ invoice_id, round }) => `${invoice_id} ${round}`).values()) {
        let place = -1
        for (const { step, flow, invoice, round } of ladder) {
          const here = flow.steps.findIndex((one) => one.step === step)
          const declared = invoice.steps.filter((one) => one.round === round && one.origin === 'declared')
          const from = Math.max(
            place,
            ...declared.map((one) => flow.steps.findIndex((other) => other.step === one.step)),
          )
          const left_out = flow.steps.slice(from + 1, here).map((one) => one.step)
          const declared_rank = Math.max(-1, ...declared.map((one) => all_steps[one.step].rank ?? -1))
          const allowed = left_out.filter((one) => {
            const elsewhere =
              (one === 'invoice' && invoice.sent_on !== null) || (all_steps[one].rank ?? 0) <= declared_rank
            return one !== 'pre_reminder' && !elsewhere
          })
          if (round === 1) assert.deepEqual(allowed, [], `${step} came without ${left_out}`)
          place = Math.max(place, here)
        }
      }
      for (const { invoice, step } of entries) {
        const old = invoice.seen_on > addDays(invoice.due_date, 365)
        assert.ok(!old || step === 'invoice', 'what was too old at first sight is left alone')
      }
    }),

  'a step is performed at most once in a round': (lives) =>
    everyLife(lives, (life) => {
      const keys = live({ ...life, events: withoutWithdrawals(life) }).map(
        ({ invoice_id, round, step }) => `${invoice_id} ${round} ${step}`,
      )
      assert.equal(new Set(keys).size, keys.length)
    }),

  'what is not owed is not asked for, and of what is partly paid the rest': (lives) =>
    everyLife(lives, (life) => {
      live(life, {
        decided: ({ letters, acts }, facts) => {
          const open = new Map(facts.invoices.map((one) => [one.id, one.open_amount]))
          for (const { items, credit_case_id, amount } of letters) {
            const asked = items.map((one) => open.get(one.invoice_id) ?? 0n)
            assert.ok(
              asked.every((one) => one > 0n),
              'every invoice in a letter is owed',
            )
            assert.ok(items.length > 0 && (credit_case_id !== null || items.some(({ performs }) => performs !== null)))
            const costs = items.reduce((sum, one) => sum + one.costs_open, 0n)
            assert.equal(
              amount,
              asked.reduce((sum, one) => sum + one, costs),
            )
          }
          for (const act of acts) if ('invoice_id' in act) assert.ok((open.get(act.invoice_id) ?? 0n) > 0n, act.act)
        },
      })
    }),

  'a hold never brings a step forward, and without it the step comes on the next sending day': (lives) =>
    everyLife(lives, (life) => {
      const { chance, rules } = life
      live(life, {
        decided: (decision, facts, today) => {
          if (!chance.percent(10) || facts.invoices.length === 0) return
          const { id } = chance.pick(facts.invoices)
          const hold = randomHold(chance, today)
          const with_hold = decide(withHold(facts, id, hold), rules, today)
          const [before, after] = [outlookFor(decision, id), outlookFor(with_hold, id)]
          notForward(before, after)
          for (const later of [3, 17]) {
            const then = addDays(today, later)
            const lifted = outlookFor(decide(facts, rules, then), id)
            if (
              before.holds.length > 0 ||
              lifted.holds.length > 0 ||
              before.step !== lifted.step ||
              before.day === null
            )
              continue
            if (before.step === null || all_steps[before.step].does !== 'letter') continue
            const kind = before.step === 'invoice' ? 'invoice' : 'reminder'
            assert.equal(lifted.day, rules.calendar.next(kind, max(before.day, then)), 'the next sending day')
          }
        },
      })
    }),

  'terms and charges are what the law says or less, and never more than the letter stated': (lives) =>
    everyLife(
      lives,
      (life) => {
        const entries = live(life, { decided: (decision, facts) => lawful(decision, facts) })
        for (const { letter, invoice_id, day, step } of entries) {
          if (!letter?.legal) continue
          assert.ok((letter.term_days ?? 0) >= 14, `${step} gives ${letter.term_days} days`)
          const pack = charging(lawOfCountryCode(letter.law))
          const last = pack.lastFreeDay({
            sent_on: day,
            channel: letter.channel,
            received_on: null,
            days: letter.term_days ?? 0,
          })
          const withdrawn = [...life.events.values()].length > 0
          const next = entries.find((one) => one.invoice_id === invoice_id && one.day > day)
          const still = next?.invoice.steps.some((one) => one.letter?.sent_on === day)
          if (next && (still || !withdrawn))
            assert.ok(next.day > last, `${next.step} on ${next.day}, free until ${last}`)
        }
      },
      (country) => charging(lawOfCountry(country)),
    ),

  'the same facts give the same decision, and a clock that went back does nothing': (lives) =>
    everyLife(lives, (life) => {
      const { chance, rules } = life
      live(life, {
        decided: (decision, facts, today) => {
          for (const { step, day, holds } of decision.outlooks) {
            const endless = holds.some(({ until }) => until === null)
            assert.equal(day === null, step === null || endless, 'a day is unknown while a hold has no end')
            assert.ok(day === null || day >= today)
          }
          if (!chance.percent(5)) return
          assert.deepEqual(decide(shuffled(facts, chance), rules, today), decision, 'whatever the order of rows')
          const latest = max(
            ...facts.invoices.flatMap(({ steps }) =>
              steps.filter((one) => one.origin === 'engine').map((one) => one.day),
            ),
          )
          if (latest <= '0001-01-01') return
          const back = decide(facts, rules, addDays(latest, -1 - chance.below(30)))
          assert.deepEqual(
            [back.letters, back.acts.filter((act) => 'step' in act || act.act === 'open_case')],
            [[], []],
          )
        },
      })
    }),
}

const entryText = ({ day, invoice_id, step, round }: Entry): string =>
  `${day} ${step} of ${invoice_id} in round ${round}`

/** Before this day a step cannot be right: the anchor of its invoice, and the distance to the letter before. */
function earliest({ step, day, invoice, flow, round }: Entry, all: readonly Entry[]): Day {
  const wish = flow.steps.find((one) => one.step === step)
  if (!wish || step === 'invoice') return addDays(invoice.invoice_date, wish?.day ?? 0)
  const letters = invoice.steps.filter((one) => all_steps[one.step].does === 'letter').map((one) => one.day)
  const distance = all_steps[step].does === 'letter' ? flow.minimum_interval : 0
  const apart = [...letters, invoice.sent_on].flatMap((one) =>
    one === null || distance === 0 ? [] : [addDays(one, distance)],
  )
  if (step === 'pre_reminder') return max(addDays(invoice.due_date, wish.day), ...apart)
  const reset = round > 1
  const anchor = max(invoice.due_date, invoice.sent_on && addDays(invoice.sent_on, 7))
  const previous = invoice.steps.filter((one) => one.round === round && isOverdueStep(one.step)).map((one) => one.day)
  const counted =
    wish.from === 'due_date' || previous.length === 0 ? addDays(anchor, wish.day) : addDays(max(...previous), wish.day)
  assert.ok(all.length > 0 && day >= invoice.invoice_date)
  return max(reset && previous.length === 0 ? null : counted, ...apart)
}

/** Without those that take a step away again, as a letter that bounced does. */
function withoutWithdrawals(life: Life): Life['events'] {
  return new Map(
    [...life.events].map(([at, events]) => [
      at,
      events.map((event) => (facts: DebtorFacts, today: Day) => {
        const after = event(facts, today)
        const lost = after.invoices.some((one, index) => one.steps.length < (facts.invoices[index]?.steps.length ?? 0))
        return lost ? facts : after
      }),
    ]),
  )
}

const withHold = (facts: DebtorFacts, id: string, hold: InvoiceFacts['held'][number]): DebtorFacts => ({
  ...facts,
  invoices: facts.invoices.map((one) => (one.id === id ? { ...one, held: [...one.held, hold] } : one)),
})

function outlookFor({ outlooks }: Decision, id: string): Outlook {
  const found = outlooks.find((one) => one.family === 'invoices' && one.id === id)
  assert.ok(found)
  return found
}

function notForward(before: Outlook, after: Outlook): void {
  if (before.step === null) assert.equal(after.step, null)
  const waits_for_others = before.holds.some(({ reason }) => reason === 'approval' || reason === 'bundle_interval')
  if (after.day === null || (before.day === null && waits_for_others)) return
  assert.ok(before.day !== null && after.day >= before.day, `${before.step} on ${before.day}, held on ${after.day}`)
}

/** A law that charges: a fee of 15.00 with each letter, and costs of 40.00 for each invoice of a case. */
function charging(pack: LawPack): LawPack {
  return {
    ...pack,
    feeMax: () => 1_500n,
    announces: ({ step, party, invoices }) =>
      pack.legalLetter({
        step,
        party,
        first_reminder: isFirstReminder([{ step, term_days: null, fee: 'none' }], step),
      }) && stated(invoices),
    charges: ({ step, invoices }) => invoices.map(({ id }) => chargeOf(step, id)),
  }
}

const stated = (invoices: Claim['invoices']): bigint => BigInt(invoices.length) * 1_000n

const chargeOf = (step: Claim['step'], invoice_id: string): Charge =>
  step === 'opening'
    ? { invoice_id, cost_type: 'debt_collection_costs', amount: 4_000n, rule: 'nl.wik' }
    : { invoice_id, cost_type: 'administration_costs', amount: 1_500n, rule: 'be.xix_reminder_fee' }

const lawOfCountryCode = (code: string): LawPack => lawOfCountry(code === 'uk' ? 'GB' : code.toUpperCase())

function lawful({ letters, acts }: Decision, facts: DebtorFacts): void {
  for (const { charges, items } of letters) {
    assert.deepEqual(charges, [], 'no flow asks for a fee')
    assert.ok(items.length > 0)
  }
  for (const act of acts) {
    if (act.act !== 'open_case') continue
    const consumer = facts.is_company === false || (facts.is_company === null && !facts.has_register_number)
    const asks = consumer && ['NL', 'BE'].includes(facts.country_code)
    const members = facts.invoices.filter(({ id }) => act.invoice_ids.includes(id))
    const sum = act.charges.reduce((total, { amount }) => total + amount, 0n)
    const said = new Map(
      members.flatMap(({ steps }) =>
        steps.flatMap(({ letter }) =>
          letter?.legal && letter.stated !== null ? [[letter.id, letter.stated] as const] : [],
        ),
      ),
    )
    const most = [...said.values()].reduce((total, one) => total + one, 0n)
    if (asks) assert.ok(sum <= most, `${sum} charged, ${most} stated`)
    assert.ok(sum <= BigInt(members.length) * 4_000n)
  }
}

function shuffled(facts: DebtorFacts, chance: Chance): DebtorFacts {
  const mix = <T>(list: readonly T[]): T[] => {
    const left = [...list]
    return list.map(() => left.splice(chance.below(left.length), 1)[0] as T)
  }
  return {
    ...facts,
    cases: mix(facts.cases.map((one) => ({ ...one, steps: mix(one.steps) }))),
    invoices: mix(facts.invoices.map((one) => ({ ...one, steps: mix(one.steps) }))),
  }
}
