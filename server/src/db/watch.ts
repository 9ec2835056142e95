import type pg from 'pg'

/** Called with a statement when it is sent; what it returns is called when the statement has ended. */
export type Watch = (text: string) => (ended: { rows: number | null; error: unknown }) => void

type Callback = (error: unknown, result: { rowCount?: number | null } | undefined) => void
type Sent = { text?: string }
type Query = (...args: unknown[]) => unknown

/** Puts a watch on a connection, in whichever of the driver's two ways a statement is sent. */
export function watchStatements(client: pg.PoolClient, watch: Watch): void {
  const send = client.query.bind(client) as Query
  const watched: Query = (...args) => {
    const [first, ...rest] = args
    const sent = (typeof first === 'string' ? { text: first } : first) as Sent // All that the driver takes.
    const ended = watch(sent.text ?? '')
    const end: Callback = (error, result) => ended({ rows: result?.rowCount ?? null, error })
    const callback = rest.at(-1)
    if (typeof callback === 'function') {
      const both: Callback = (error, result) => {
        end(error, result)
        callback(error, result)
      }
      return send(first, ...rest.slice(0, -1), both)
    }
    return (send(...args) as Promise<{ rowCount?: number | null }>).then(
      (result) => {
        end(null, result)
        return result
      },
      (error) => {
        end(error, undefined)
        throw error
      },
    )
  }
  // One function for all the forms that the types tell apart.
  client.query = watched as unknown as typeof client.query
}
