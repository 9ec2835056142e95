import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import { all_steps } from '../../domain/steps.ts'
import type { Flow } from '../../flows/flow.ts'
import type { DebtorFacts } from '../decide/facts.ts'
import type { PublishedFlow, Rules } from '../decide/rules.ts'
import { type Bounds, type Done, type Simulation, simulating } from '../decide/simulate.ts'
import { readFacts } from '../read/facts.ts'
import { countFigures, countMoved, type Figures, type Moved } from './figures.ts'
import { followedDebtors } from './portions.ts'
import { heldAsAWhole, readTried, surgeOf, type Tried } from './tried.ts'

export type DryRunWanted = {
  today: Day
  days: number
  /** Drafts to try; without any, the flows are taken as they are. */
  flows?: readonly Flow[]
  /** Whether it is compared with the flows in force; otherwise nothing is what would happen without it. */
  compare?: boolean
  /** Called after each portion with the number of debtors looked at; false stops. */
  progress?: (looked: number) => Promise<boolean>
}

export type DryRun = {
  readonly day: Day
  readonly days: number
  readonly debtors: number
  readonly after: Figures
  readonly before: Figures | null
  /** Letters that a person has to let go; they are counted as if somebody did. */
  readonly approval_letters: number
  /** The most letters a day, and whether that spreads them over more days. */
  readonly cap: number | null
  readonly capped: boolean
  /** Too many to say how the cap spreads them: the figures are without it. */
  readonly cap_ignored: boolean
  /** More than this on a day waits for a person, and whether that would be so on the first day. */
  readonly surge_above: number | null
  readonly surges: boolean
  /** What keeps everything from going out now. */
  readonly held: readonly string[]
  readonly moved_count: number
  readonly moved: readonly Moved[]
}

export const dry_run_days = 30
const moved_shown = 100

/** With more debtors than this, facts are not kept for a second look. */
const kept_max = 5_000

/**
 * What the engine would do in the next days with everything that is open now. Debtors are read in portions, so that it
 * costs the same memory however many there are, and it makes room for others between them. Gives null when stopped.
 */
export async function dryRun(
  db: Kysely<Tables>,
  administration_id: string,
  { today, days, flows = [], compare = false, progress }: DryRunWanted,
): Promise<DryRun | null> {
  const tried = await readTried(db, administration_id, { today, flows, compare })
  const { standing, bounds, common } = tried
  const all = countSides(tried, today)
  const busy = keepBusy()
  let looked = 0
  for await (const debtor_ids of followedDebtors(db, administration_id)) {
    const portion = { administration_id, debtor_ids, timezone: standing.timezone, today }
    const facts = await readFacts(db, portion, common)
    const sides = await simulateSides(tried, facts, { today, days, bounds: bounds.admission.stopped ? bounds : null })
    all.add(sides)
    busy.add(facts, sides)
    looked += debtor_ids.length
    if (progress && !(await progress(looked))) return null
  }
  const uncapped = all.result()
  const cap = standing.sandbox ? null : bounds.admission.cap
  const capped = cap !== null && exceeds(cap, uncapped, standing.sent.today)
  const spread = capped ? busy.all() : null
  if (spread) all.startAgain(await simulateSides(tried, spread, { today, days, bounds }))
  const surge_above = surgeOf(standing)
  return {
    ...{ day: today, days, debtors: looked, cap, capped, cap_ignored: capped && spread === null },
    ...all.result(),
    ...{ surge_above, surges: surge_above !== null && firstDay(uncapped, standing.sent.today) > surge_above },
    held: heldAsAWhole(tried, today),
  }
}

/** Keeps the facts of those for whom something would be done, as long as they are not too many. */
function keepBusy() {
  let kept: DebtorFacts[] | null = []
  return {
    add: (facts: readonly DebtorFacts[], { before, after }: Sides): void => {
      const active = new Set([...after.done, ...(before?.done ?? [])].map(({ debtor_id }) => debtor_id))
      kept =
        kept && kept.length + active.size <= kept_max ? [...kept, ...facts.filter(({ id }) => active.has(id))] : null
    },
    all: () => kept,
  }
}

type Sides = { before: Simulation | null; after: Simulation }

async function simulateSides(
  { before, after }: Tried,
  facts: readonly DebtorFacts[],
  { today, days, bounds }: { today: Day; days: number; bounds: Bounds | null },
): Promise<Sides> {
  const run = (rules: Rules) => bySteps(simulating(facts, rules, today, days, ...(bounds ? [bounds] : [])))
  return { before: before && (await run(before)), after: await run(after) }
}

/** Makes room for what else the process has to do. */
async function bySteps(run: Generator<undefined, Simulation, undefined>): Promise<Simulation> {
  for (;;) {
    const { done, value } = run.next()
    if (done) return value
    await setImmediate()
  }
}

type Counted = Pick<DryRun, 'after' | 'before' | 'approval_letters' | 'moved' | 'moved_count'>

/** Everything that is counted, for both sides. */
function countSides({ before: compared, flows }: Tried, today: Day) {
  const begin = () => ({
    after: countFigures(today),
    before: compared && countFigures(today),
    moved: countMoved(moved_shown),
    approval_letters: 0,
  })
  let counts = begin()
  const add = ({ before, after }: Sides): void => {
    counts.after.add(after)
    if (before) counts.before?.add(before)
    counts.moved.add(before?.done ?? [], after.done)
    const letters = new Set(after.done.flatMap((one) => (one.letter && asksFor(one, flows) ? [one.letter] : [])))
    counts.approval_letters += letters.size
  }
  return {
    add,
    startAgain: (sides: Sides): void => {
      counts = begin()
      add(sides)
    },
    result: (): Counted => ({
      after: counts.after.result(),
      before: counts.before?.result() ?? null,
      approval_letters: counts.approval_letters,
      ...counts.moved.result(),
    }),
  }
}

/** Whether the flow of a step wants a person to let it go. */
function asksFor({ step, letter }: Done, flows: readonly PublishedFlow[]): boolean {
  const flow = flows.find((one) => one.flow.code === letter?.flow_code)?.flow
  const steps = all_steps[step].of === 'case' ? flow?.case_steps : flow?.steps
  return steps?.some((one) => one.step === step && one.approval) ?? false
}

/** Letters of the first day on which any go out, with those that went out today already. */
const firstDay = ({ after: { days, letters_today } }: Counted, sent_today: number): number =>
  letters_today > 0 ? letters_today + sent_today : (days[0]?.letters ?? 0)

/** Whether there are more letters on some day than go out on one. */
const exceeds = (cap: number, { before, after }: Counted, sent_today: number): boolean =>
  [after, ...(before ? [before] : [])].some(
    ({ days, letters_today }) => letters_today + sent_today > cap || days.some(({ letters }) => letters > cap),
  )
