import { sql } from 'kysely'
import type { Action } from '../api/actions.ts'
import type { Change } from '../db/change.ts'
import type { Reading } from './reads.ts'
import { type ActingIn, type Calling, changeAs } from './transact.ts'
import { write } from './writes.ts'

/** A change that the service makes by itself, and the verbs of the interface to make it with. */
export type Acting = Change & {
  /**
   * Performs a verb as a caller would: its body is checked, its record found and locked, and events and stamps are
   * those of this change. Returns what a caller would be answered. A verb that refuses leaves nothing, and throws
   * the refusal; whoever catches it may go on.
   */
  perform: (action: Action, asked?: Asked) => Promise<unknown>
}

/** The record that a verb is for, where it is for one, and its body without the administration. */
export type Asked = { id?: string; body?: { readonly [member: string]: unknown } }

/**
 * Lets a part of the service work in an administration, in one transaction: the caller's when it brings one, and
 * otherwise one of its own.
 */
export function actAs<T>(reading: Reading, acting: ActingIn, work: (acting: Acting) => Promise<T>): Promise<T> {
  return changeAs(reading, acting, (change, principal) => {
    const calling: Calling = { principal, address: '', browser: null, change }
    const perform: Acting['perform'] = async (action, { id = '', body = {} } = {}) => {
      if (action.shape === 'call' && (action.prepare || action.finish))
        throw new Error(`${action.path} works outside its transaction, so it cannot be a part of another.`)
      const given = { ...body, administration_id: change.administration_id }
      return JSON.parse(await undoable(change, () => write(reading, action, calling, id, given)))
    }
    return work({ ...change, perform })
  })
}

/** What throws is as if it had not begun. */
async function undoable<T>(change: Change, work: () => Promise<T>): Promise<T> {
  await sql`savepoint verb`.execute(change.db)
  try {
    const done = await work()
    await sql`release savepoint verb`.execute(change.db)
    return done
  } catch (error) {
    await sql`rollback to savepoint verb`.execute(change.db)
    throw error
  }
}
