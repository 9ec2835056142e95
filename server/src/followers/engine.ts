import { follower } from '../events/follower.ts'
import { schedule } from '../follow_up/look/schedule.ts'

/** Has the engine look at dossiers that were touched, whoever touched them. */
export const engine = follower({
  name: 'engine',
  events: 'none',
  touched: true,
  company_events: false,
  begins: 'now',
  reaches_outside: false,
  at_once: { events: 1, touched: 1_000 },
  handle: async (db, portion) => {
    if (portion.feed !== 'administrations') return
    await schedule({ db, administration_id: portion.administration_id }, portion.touched)
  },
})
