import type { Context } from '../../api/context.ts'
import type { Happening } from '../../events/emit_many.ts'
import { notify } from '../../follow_up/perform/notify.ts'

/** Tells staff what a write of invoices brought about that they should know; of most writes that is nothing. */
export async function notifyOfWrite(
  context: Context,
  { happened, errors }: { happened: readonly Happening[]; errors: ReadonlyMap<string, readonly string[]> },
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
