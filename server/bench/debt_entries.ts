import { invoice } from './bodies.ts'
import type { Ask } from './load.ts'
import type { Contestant, Entry } from './measure.ts'
import { bearer, type Stage } from './stage.ts'

/** So many invoices are written at once, to one debtor. */
const written_at_once = 10
const few_open = 10

/** The same write for a debtor with few and with many open invoices; both have a credit limit, which is watched. */
export function debtEntries(stage: Stage): Entry[] {
  const { batch } = stage.facts.writing
  const cases = [
    { key: 'debt_few', debtor: 'D0000001', open: few_open },
    { key: 'debt_many', debtor: 'D0000002', open: batch * 10 },
  ]
  return cases
    .filter(({ key }) => stage.wanted(key))
    .map(({ key, debtor, open }) => ({
      key,
      name: `${written_at_once} invoices, where ${open} are open`,
      kind: 'write',
      rows: written_at_once,
      contestants: [contestant(stage, debtor, open)],
    }))
}

function contestant(stage: Stage, debtor_number: string, open: number): Contestant {
  const { service } = stage.servers
  const { token, debts_id: administration_id, batch, batches } = stage.facts.writing
  const url = `${service.base_url}/v1/invoices`
  const headers = { ...bearer(token), 'content-type': 'application/json' }
  let written = 0
  const some = (count: number): object[] =>
    Array.from({ length: count }, () => {
      const body = invoice(++written, 2)
      const invoice_number = `${debtor_number}-${written}`
      const payments = body.payments.map((one, place) => ({ ...one, origin_identifier: `${invoice_number}-${place}` }))
      return { ...body, invoice_number, debtor_number, payments }
    })
  const bodyOf = (count: number): string => JSON.stringify({ administration_id, invoices: some(count) })
  const write = async (body: string): Promise<void> => {
    const answer = await fetch(url, { method: 'POST', headers, body })
    const said = await answer.text()
    if (!said.endsWith('"errors":{}}')) throw new Error(`Invoices were not written: ${answer.status} ${said}`)
  }
  let asks: Ask[] = []
  return {
    name: 'service',
    pid: service.pid,
    prepare: async () => {
      while (written < open) await write(bodyOf(Math.min(batch, open - written)))
      asks = Array.from({ length: batches * 5 }, () => ({ body: bodyOf(written_at_once) }))
    },
    run: () =>
      stage.load({
        ...{ url, method: 'POST', headers, connections: 1, run_ms: 0, asks },
        ...{ once: true, status: 201 },
        body_bytes: JSON.stringify({ success: true, count: written_at_once, errors: {} }).length,
      }),
  }
}
