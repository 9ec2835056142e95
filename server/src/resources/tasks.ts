import { resource } from '../api/define.ts'
import { date, dateTime, id, listOf, object, oneOf, rowsOf, text } from '../api/field.ts'
import { after, anyIdOf } from '../api/filters.ts'
import { user } from './users.ts'

export const completed_statuses = ['succeeded', 'failed', 'cleaned_up'] as const

const comment = {
  id: id('Identifier of the comment.').required(),
  content: text('Text of the comment.').required(),
  created_at: dateTime('When it was made.').required(),
}

export const tasks = resource({
  name: 'tasks',
  one: 'task',
  table: 'tasks',
  description: 'Work for staff, linked to a debtor, an invoice or a credit case.',
  within: 'administration',
  reads: ['list', 'show'],
  fields: {
    id: id('Identifier.').required(),
    administration_id: id('Owning administration.').required(),
    expiry_date: date('Day by which the task should be done.').required(),
    created_at: dateTime('When the task was made.').required(),
    updated_at: dateTime('Last update.').required(),
    completed_at: dateTime('When the task was completed.'),
    assigned_to_user: object(user, 'Who should do it.'),
    credit_case_id: id('Associated credit case.'),
    debtor_id: id('Associated debtor.'),
    invoice_id: id('Associated invoice.'),
    description: text('What to do.'),
    subject: text('Subject.'),
    completed_status: oneOf(completed_statuses, 'How the task ended.').writable(
      oneOf(completed_statuses, 'How the task ended; `succeeded` unless given.').default('succeeded'),
    ),
    completed_status_message: text('Explains how the task ended.').writable(),
    comments: listOf(comment, 'Comments, oldest first.').from(rowsOf('task_comments', 'task_id')).onRequest(),
  },
  filters: {
    ids: anyIdOf('id', 'Internal ids.'),
    updated_after: after('updated_at', 'Only records updated after this moment.'),
  },
})
