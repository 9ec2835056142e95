import type { Party } from '../law/party.ts'
import type { FlowStep } from './flow.ts'
import { type Flow, readFlow } from './flow.ts'

/** What is written down of a step of the flows below; everything else is as usual. */
type Written = { step: FlowStep['step']; day: number } & Partial<Omit<FlowStep, 'step' | 'day'>>
type Default = { name: string; steps: readonly Written[] }

const sent: Written = { step: 'invoice', day: 0, from: 'invoice_date' }
const afterDue = (step: Written['step'], day: number, term_days: number | null = null): Written => ({
  ...{ step, day, from: 'due_date', term_days },
})

/** Three reminders a week apart, a final one that gives fourteen days, and the day after that collection. */
const usual: readonly Written[] = [
  sent,
  afterDue('reminder_1', 7),
  afterDue('reminder_2', 14),
  afterDue('reminder_3', 21),
  afterDue('final_reminder', 28, 14),
  { step: 'collectable', day: 15 },
]

/** Lawful flows to begin with, for each country and for everybody else. */
const defaults: { readonly [country: string]: { readonly [party in Party]: Default } } = {
  NL: {
    business: { name: 'Businesses', steps: usual },
    // The final reminder is the letter of article 6:96(6) BW: fourteen days, free, with the costs that will follow.
    consumer: { name: 'Consumers', steps: usual },
  },
  BE: {
    business: { name: 'Businesses', steps: usual },
    // The first reminder is the free one of Book XIX, and nothing may follow within its fourteen days.
    consumer: {
      name: 'Consumers',
      steps: [
        sent,
        afterDue('reminder_1', 7, 14),
        { step: 'reminder_2', day: 21 },
        { step: 'final_reminder', day: 14, term_days: 14 },
        { step: 'collectable', day: 15 },
      ],
    },
  },
  DE: {
    business: {
      name: 'Businesses',
      steps: [
        sent,
        afterDue('reminder_1', 7),
        afterDue('reminder_2', 21, 10),
        afterDue('final_reminder', 35, 10),
        { step: 'collectable', day: 14 },
      ],
    },
    consumer: {
      name: 'Consumers',
      steps: [
        sent,
        afterDue('reminder_1', 7),
        afterDue('reminder_2', 21, 14),
        afterDue('final_reminder', 38, 14),
        { step: 'collectable', day: 15 },
      ],
    },
  },
  FR: {
    // The final reminder is the formal notice, which goes by post where it can.
    business: {
      name: 'Businesses',
      steps: [
        sent,
        afterDue('pre_reminder', -5),
        afterDue('reminder_1', 7),
        afterDue('reminder_2', 20),
        { ...afterDue('final_reminder', 35, 15), channels: ['post', 'mail'] },
        { step: 'collectable', day: 16 },
      ],
    },
    consumer: {
      name: 'Consumers',
      steps: [
        sent,
        afterDue('reminder_1', 10),
        afterDue('reminder_2', 25),
        { ...afterDue('final_reminder', 40, 15), channels: ['post', 'mail'] },
        { step: 'collectable', day: 16 },
      ],
    },
  },
  GB: {
    business: {
      name: 'Businesses',
      steps: [
        sent,
        afterDue('reminder_1', 7),
        afterDue('reminder_2', 14),
        afterDue('final_reminder', 28, 14),
        { step: 'collectable', day: 15 },
      ],
    },
    // Before a claim against a person, the pre-action protocol for debt claims gives thirty days to answer.
    consumer: {
      name: 'Consumers',
      steps: [
        sent,
        afterDue('reminder_1', 7),
        afterDue('reminder_2', 21),
        afterDue('final_reminder', 35, 30),
        { step: 'collectable', day: 31 },
      ],
    },
  },
}

const elsewhere: { readonly [party in Party]: Default } = {
  business: { name: 'Businesses', steps: usual },
  consumer: { name: 'Consumers', steps: usual },
}

/** Less than this costs more to ask for than it brings. */
const minimum_amount = '5.00'

/** The flows of a new administration: fall-backs for its businesses and its consumers. */
export function defaultFlows(country_code: string): { business: Flow; consumer: Flow } {
  const { business, consumer } = defaults[country_code] ?? elsewhere
  return { business: made('business', business), consumer: made('consumer', consumer) }
}

export const default_countries: readonly string[] = Object.keys(defaults)

function made(party: Party, { name, steps }: Default): Flow {
  const written = { code: party, name, for: { party }, fallback: true, minimum_amount, steps }
  const { flow, problems } = readFlow(written)
  if (problems.length > 0) throw new Error(`A flow that Dunlin brings cannot be read: ${JSON.stringify(problems)}`)
  return flow
}
