import type { Problems } from '../../api/actions.ts'
import type { Context } from '../../api/context.ts'
import type { Happening } from '../../events/emit_many.ts'
import { noteRefused } from '../../follow_up/books.ts'
import { notify } from '../../follow_up/perform/notify.ts'

/**
 * What could not be read is known not to be right any more: its invoices are not reminded of until they are written
 * again, and staff hear of it.
 */
export async function noteUnreadable(context: Context, errors: Problems): Promise<void> {
  await noteRefused(context, [...errors.keys()])
  await notifyOfWrite(context, { happened: [], errors })
}

/** Tells staff what they should know about a write of invoices; for most writes that is nothing. */
export async function notifyOfWrite(
  context: Context,
  { happened, errors }: { happened: readonly Happening[]; errors: Problems },
): Promise<void> {
  const passed = happened.filter(({ event_name }) => event_name === 'credit_limit_exceeded')
  const [first] = errors
  await notify(context, [
    ...passed.map(({ resource_id }) => ({
      notification_type: 'credit_limit_exceeded' as const,
      debtor_id: resource_id,
    })),
    ...(first
      ? [
          {
            notification_type: 'import_invalid' as const,
            details: { invalid_records: errors.size, problem: `${first[0]}: ${first[1].join(', ')}` },
          },
        ]
      : []),
  ])
}
