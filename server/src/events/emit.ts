import type { Context } from '../api/context.ts'
import type { EventName } from './catalogue.ts'

/** Says that something happened: a row in the same transaction, so that nothing is said of what was rolled back. */
export async function emit(
  context: Context,
  event_name: EventName,
  resource_type: string,
  resource_id: string,
): Promise<void> {
  await context.db
    .insertInto('events')
    .values({
      administration_id: context.administration_id,
      event_name,
      event_time: context.stamp,
      resource_type,
      resource_id,
    })
    .execute()
}
