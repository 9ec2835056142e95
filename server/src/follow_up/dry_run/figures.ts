import type { Day } from '../../domain/days.ts'
import type { Step } from '../../domain/steps.ts'
import type { Done, Simulation } from '../decide/simulate.ts'

/** What would be done with one kind of step: letters that it leads, and records for which it is performed. */
export type StepFigures = {
  readonly step: Step
  readonly letters_today: number
  readonly letters: number
  readonly performed_today: number
  readonly performed: number
}

export type DayFigures = { readonly day: Day; readonly letters: number }

/** What one set of flows would do. */
export type Figures = {
  readonly steps: readonly StepFigures[]
  readonly days: readonly DayFigures[]
  readonly letters_today: number
  readonly letters: number
}

type Counting = { [member in Exclude<keyof StepFigures, 'step'>]: number }

export type FigureCounter = { add: (counted: Pick<Simulation, 'counts'>) => void; result: () => Figures }

/** Figures that grow portion by portion. */
export function countFigures(today: Day): FigureCounter {
  const by_step = new Map<Step, Counting>()
  const by_day = new Map<Day, number>()
  return {
    add: ({ counts }) => {
      for (const { day, step, letters, steps } of counts) {
        const figures = by_step.get(step) ?? { letters_today: 0, letters: 0, performed_today: 0, performed: 0 }
        by_step.set(step, figures)
        figures.letters += letters
        figures.performed += steps
        if (letters > 0) by_day.set(day, (by_day.get(day) ?? 0) + letters)
        if (day !== today) continue
        figures.letters_today += letters
        figures.performed_today += steps
      }
    },
    result: () => {
      const days = [...by_day].map(([day, letters]) => ({ day, letters })).sort((a, b) => (a.day < b.day ? -1 : 1))
      return {
        steps: [...by_step].map(([step, figures]) => ({ step, ...figures })),
        days,
        letters_today: by_day.get(today) ?? 0,
        letters: days.reduce((sum, one) => sum + one.letters, 0),
      }
    },
  }
}

/** The first thing that would be done for an invoice. */
export type Next = { readonly step: Step; readonly day: Day }

/** An invoice for which something else would come first; null where nothing would come within these days. */
export type Moved = {
  readonly invoice_id: string
  readonly debtor_id: string
  readonly before: Next | null
  readonly after: Next | null
}

export type MovedInvoices = {
  add: (before: readonly Done[], after: readonly Done[]) => void
  result: () => { moved: readonly Moved[]; moved_count: number }
}

/** The invoices that move, of which only the first are kept: by the day on which something is done, then by id. */
export function countMoved(most: number): MovedInvoices {
  let moved: Moved[] = []
  let moved_count = 0
  return {
    add: (before, after) => {
      const different = movedOf(firstOf(before), firstOf(after))
      moved_count += different.length
      moved = [...moved, ...different].sort(earlier).slice(0, most)
    },
    result: () => ({ moved, moved_count }),
  }
}

function movedOf(before: ReadonlyMap<string, Done>, after: ReadonlyMap<string, Done>): Moved[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((invoice_id) => {
    const was = before.get(invoice_id)
    const is = after.get(invoice_id)
    if (was?.day === is?.day && was?.step === is?.step) return []
    return [{ invoice_id, debtor_id: (is ?? was)?.debtor_id ?? '', before: nextOf(was), after: nextOf(is) }]
  })
}

const nextOf = (done: Done | undefined): Next | null => (done ? { step: done.step, day: done.day } : null)

function firstOf(done: readonly Done[]): Map<string, Done> {
  const first = new Map<string, Done>()
  // They come in the order of days.
  for (const one of done) if (one.family === 'invoices' && !first.has(one.id)) first.set(one.id, one)
  return first
}

const dayOf = ({ before, after }: Moved): string => (after ?? before)?.day ?? ''

function earlier(one: Moved, other: Moved): number {
  if (dayOf(one) !== dayOf(other)) return dayOf(one) < dayOf(other) ? -1 : 1
  return one.invoice_id.length - other.invoice_id.length || (one.invoice_id < other.invoice_id ? -1 : 1)
}
