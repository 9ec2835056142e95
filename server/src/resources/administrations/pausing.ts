import { sql } from 'kysely'
import { type Actions, call } from '../../api/actions.ts'
import type { Context } from '../../api/context.ts'
import { date, dateTime } from '../../api/field.ts'
import { auditVerb } from '../../auth/audit.ts'
import { shownMoment } from '../../db/moments.ts'
import { pauseAdministration, resumeAdministration } from '../../follow_up/hold/pauses.ts'
import { pause_kind, pause_members, pausingOf, resume_kind, sample_until } from '../pausing.ts'

const answer = {
  paused_at: dateTime('When the administration was paused.'),
  paused_until: date('The last day of that pause.'),
  reminding_paused_at: dateTime('When sending reminders was paused.'),
  reminding_paused_until: date('The last day of that pause.'),
}

const shared = { method: 'PATCH', reach: 'administration', permission: 'administrations:write', answer } as const

export const administration_pausing: Actions = {
  pause: call({
    ...shared,
    path: '/v1/administrations/pause',
    summary: 'Pause an administration',
    description:
      'Nothing is sent by an administration that is paused but mail about payment plans; its status stays as it is. ' +
      'One that is paused already stays paused, until the day that was said last.',
    outcome: 'Since when and until when the administration is paused.',
    body: { ...pause_members, ...pause_kind },
    example: { until: sample_until, reminding_only: true },
    run: async (context, body) => {
      const pausing = pausingOf(body, context.today)
      if (await pauseAdministration(context, pausing)) {
        const kind = pausing.kind === 'reminding' ? 'administration_reminding_paused' : 'administration_paused'
        await auditVerb(context, kind, pausing.until === null ? {} : { until: pausing.until })
      }
      return pausesOf(context)
    },
  }),

  resume: call({
    ...shared,
    path: '/v1/administrations/resume',
    summary: 'Resume an administration',
    description: 'Ends the pauses of an administration. One that is not paused stays as it is.',
    outcome: 'Since when and until when the administration is still paused, if at all.',
    body: resume_kind,
    run: async (context, { reminding_only }) => {
      const all = reminding_only !== true && (await resumeAdministration(context, 'all'))
      const reminding = await resumeAdministration(context, 'reminding')
      if (all || reminding) await auditVerb(context, 'administration_resumed', {})
      return pausesOf(context)
    },
  }),
}

type Pauses = { [Name in keyof typeof answer]: string | null }

async function pausesOf({ db, administration_id }: Context): Promise<Pauses> {
  const { rows } = await sql<Pauses>`
    select ${shownMoment(sql`paused_at`)} as paused_at, paused_until::text,
           ${shownMoment(sql`reminding_paused_at`)} as reminding_paused_at, reminding_paused_until::text
    from administrations where id = ${administration_id}::bigint`.execute(db)
  return rows[0] ?? { paused_at: null, paused_until: null, reminding_paused_at: null, reminding_paused_until: null }
}
