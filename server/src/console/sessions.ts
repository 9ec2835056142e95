import { type Actions, call, onOne } from '../api/actions.ts'
import { resource } from '../api/define.ts'
import { dateTime, expression, id, text } from '../api/field.ts'
import { audit } from '../auth/audit.ts'
import { endSessions, idle_days } from '../auth/sessions.ts'

/** Where a person is signed in. */
export const sessions = resource({
  name: 'sessions',
  one: 'session',
  table: 'sessions',
  description: 'The own sessions: browsers in which the person is signed in.',
  within: {
    reach: 'person',
    where: (row, user_id) =>
      `${row}.user_id = ${user_id} and ${row}.expires_at > now() ` +
      `and ${row}.last_seen_at > now() - interval '${idle_days} days'`,
  },
  reads: ['list'],
  newest_first: true,
  fields: {
    id: id('Identifier.').required(),
    created_at: dateTime('When the person signed in.').required(),
    last_seen_at: dateTime('When the browser was last seen.').required(),
    ip: text('Address from which the person signed in.').from(expression((row) => `host(${row}.ip)`)),
    user_agent: text('What the browser calls itself.'),
  },
})

export const session_actions: Actions = {
  delete: onOne(sessions, {
    method: 'DELETE',
    on_itself: true,
    answers: 'nothing',
    description: 'Ends a session, also the own one.',
    body: {},
    run: async ({ db, principal, address, now }, session) => {
      await db.deleteFrom('sessions').where('id', '=', session.id).execute()
      const { company_id, user_id } = principal
      await audit(db, { action: 'session_ended', company_id, user_id, address, now })
    },
  }),

  end_others: call({
    method: 'POST',
    path: '/console/sessions/end_others',
    reach: 'person',
    description: 'Ends all sessions of the person but this one.',
    body: {},
    answer: {},
    run: async ({ db, principal, address, now }) => {
      const { company_id, user_id, session_id } = principal
      await endSessions(db, { user_id, except: session_id })
      await audit(db, { action: 'other_sessions_ended', company_id, user_id, address, now })
      return {}
    },
  }),
}
