import pg from 'pg'

/**
 * Writers of tables that every node of a cluster has lock them on each, and some wait for each other. On one server
 * that is a fault of ours, because our statements take locks in one order.
 */
export const isDeadlockOfNodes = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '40P01' &&
  (/distributed deadlock/.test(error.message) || /executing command on \S+:\d+/.test(error.where ?? ''))

const attempts_max = 4

/** Makes a transaction again when nodes gave it up for another: nothing of it was done. */
export async function againAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === attempts_max || !isDeadlockOfNodes(error)) throw error
    }
  }
}
