import type { Change } from '../db/change.ts'
import { userOf } from '../domain/actor.ts'
import type { TaskSubject } from './hold/task_blocks.ts'

/** Writes a note of whoever makes the change, for colleagues alone. Returns its id. */
export async function writeNote(change: Change, content: string, about: TaskSubject): Promise<string> {
  const { db, administration_id, stamp, actor } = change
  const { id: user_id, name: user_name, email_address: user_email_address } = userOf(actor)
  const { id } = await db
    .insertInto('notes')
    .values({
      ...{ administration_id, content, user_id, user_name, user_email_address, ...about },
      ...{ created_at: stamp, updated_at: stamp },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
