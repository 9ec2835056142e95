import type { Change } from '../db/change.ts'
import type { EventName } from './catalogue.ts'
import type { ContextType } from './contexts.ts'
import { emitMany } from './emit_many.ts'

/** Says that something happened: a row in the same transaction, so that nothing is said of what was rolled back. */
export async function emit(
  context: Change,
  event_name: EventName,
  resource_type: ContextType,
  resource_id: string,
): Promise<void> {
  await emitMany(context, [{ event_name, resource_type, resource_id }])
}
