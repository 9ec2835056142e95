import { type Actions, call } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { date, id, idList, integer, object, oneOf, text } from '../api/field.ts'
import type { Step } from '../domain/steps.ts'
import { type Refused, refuseWaiting } from '../follow_up/outbox/refuse.ts'
import { release } from '../follow_up/outbox/release.ts'
import { releaseSurge } from '../follow_up/outbox/surge.ts'
import { auditChange } from './audit_change.ts'
import { dayOf } from './day_of.ts'
import { step_names } from './next_step.ts'

/** So many debtors are let go in one transaction; a page that has more asks again. */
const portion_max = 50

const seen_letter = {
  key: text('Names it while it waits.').required(),
  step: oneOf(step_names, 'Its step as it was shown; if it is another one by now, nothing is done.').required(),
  record_ids: idList('What it was about as it was shown; whatever joined it meanwhile stays behind.').required(),
}

const ways = ['skip', 'pause', 'reset'] as const

/** What people do with what waits in the outbox. Stopping everything is a setting. */
export const outbox_verbs: Actions = {
  release: call({
    method: 'POST',
    path: '/console/outbox/release',
    reach: 'administration',
    description:
      'Lets go what waits for some debtors, past approval, cap and surge. It is decided and written again before it ' +
      'goes; what has changed by then may leave a letter, and nothing joins it.',
    body: {
      debtor_ids: idList('Debtors, at most 50.').required(),
      letter: object(seen_letter, 'Only this letter, of one debtor.'),
    },
    answer: {
      released: integer('How many letters were let go.').required(),
      nothing_waits: idList('Debtors for whom nothing waited any more.').required(),
    },
    run: async (context, { debtor_ids, letter = null }) => {
      if (debtor_ids.length === 0 || debtor_ids.length > portion_max) {
        refuseParameters([`debtor_ids: must be 1 to ${portion_max} debtors`])
      }
      if (letter && debtor_ids.length > 1) refuseParameters(['letter: is a letter of one debtor'])
      const result = await release(context, { debtor_ids, letter })
      if (result.released > 0) await auditChange(context, 'letters_released', { debtors: debtor_ids })
      return result
    },
  }),
  refuse: call({
    method: 'POST',
    path: '/console/outbox/refuse',
    reach: 'administration',
    description: 'Refuses what waits: the step is left out, its records are paused until a day, or begin again.',
    body: {
      debtor_id: id('Debtor.').required(),
      letter: object(seen_letter, 'The letter.').required(),
      how: oneOf(ways, 'What becomes of it.').required(),
      until: date('Last day of the pause.'),
      step: oneOf(step_names, 'The step to begin again with.'),
    },
    answer: {},
    run: async (context, { debtor_id, letter, how, until, step }) => {
      await refuseWaiting(context, { debtor_id, letter }, refusedHow(how, until, step))
      const chosen = { ...(until ? { until } : {}), ...(step ? { step } : {}) }
      await auditChange(context, 'letter_refused', { debtor: debtor_id, letter: letter.step, how, ...chosen })
      return {}
    },
  }),
  release_surge: call({
    method: 'POST',
    path: '/console/outbox/release_surge',
    reach: 'administration',
    description: 'Lets a surge of today go: all letters that wait because they are unusually many.',
    body: {},
    answer: {},
    run: async (context) => {
      await releaseSurge(context)
      await auditChange(context, 'surge_released', { day: context.today })
      return {}
    },
  }),
}

function refusedHow(
  how: (typeof ways)[number],
  until: string | null | undefined,
  step: Step | null | undefined,
): Refused {
  if (how === 'skip') return { how }
  if (how === 'pause') return { how, until: dayOf('until', until) }
  return { how, step: step ?? refuseParameters(['step: is missing']) }
}
