import { call } from '../../api/actions.ts'
import { refuse, refuseParameters } from '../../api/errors.ts'
import { date, integer, object } from '../../api/field.ts'
import { readDay } from '../../domain/days.ts'
import { type Refusal, turnClock, turned_days_max } from '../../follow_up/look/turn.ts'
import { sendLetters } from '../../follow_up/send/send.ts'

const refusals: { readonly [reason in Refusal]: string } = {
  not_a_sandbox: 'administration_id: is no sandbox; only the clock of a sandbox can be turned',
  backwards: 'date: must not be before the day that the clock shows; it can only be turned ahead',
  too_far: `date: must be at most ${turned_days_max} days ahead; turn it in several steps`,
  turning: 'The clock is being turned already; wait until that is done.',
}

/** Turns the clock of a sandbox. Each day is a transaction of its own, so all of it happens before the answer's. */
export const turn_clock = call({
  method: 'PATCH',
  path: '/v1/administrations/{administration_id}/clock',
  reach: 'administration',
  permission: 'administrations:write',
  summary: 'Turn the clock of a sandbox',
  outcome: 'The day that the clock shows now, and how many steps were performed on the way.',
  description:
    'Turns the clock of a sandbox ahead, and performs what is due on every day up to and including the one that is ' +
    'named. Letters of these days are written and count as sent; nothing leaves the service. It can be turned by at ' +
    `most ${turned_days_max} days at once, never backwards, and only by one request at a time (409).`,
  body: { date: date('The day to turn to.').required() },
  example: { date: '2027-01-31' },
  answer: {
    data: object(
      {
        today: date('The day that the clock shows now.').required(),
        steps_performed: integer('How many steps were performed on the way.').required(),
      },
      'What came of it.',
    ).required(),
  },
  prepare: async ({ date: to }, { db, administration_id, now, base_url }) => {
    const sending = { database: { db }, store: null, base_url: () => base_url, now: () => now }
    const send = async (letter_ids: readonly string[]): Promise<void> =>
      void (await sendLetters(sending, { administration_id, letter_ids }))
    const turned = await turnClock({ db, administration_id, now: () => now, send }, readDay(to) ?? '0001-01-01')
    if (turned === 'turning') return refuse('conflict', refusals.turning)
    return typeof turned === 'string' ? refuseParameters([refusals[turned]]) : turned
  },
  run: async (_, __, turned) => ({ data: turned }),
})
