import assert from 'node:assert/strict'
import type { Answer, Service } from './harness.ts'
import { until } from './until.ts'
import type { Visitor } from './visitor.ts'

type Place = { field: string; place: number }

/** An import as pages see it. */
export type Brought = {
  id: string
  status: string
  failed: boolean
  row_count: number
  done: number
  counts: Record<string, number | string>
  columns: { heading: string; samples: string[]; date_order: string; decimal_mark: string }[]
  choices: { kind: string; places: Place[]; formats: { field: string; format: string }[]; sent: boolean }
  problems: { field: string; problem: string }[]
}

export type BroughtRow = { line: number; cells: string[]; problems: Record<string, unknown>[] }

/** Brings files into an administration as a page does. */
export function bringing({ call }: Pick<Service, 'call'>, administration_id: string, by: Visitor) {
  const path = `/console/administrations/${administration_id}/imports`
  const send = async (content: string | Uint8Array<ArrayBuffer>, filename = 'list.csv', who = by): Promise<Answer> => {
    const multipart = new FormData()
    multipart.append('file', new File([content], filename))
    const { csrf_token } = await who.session()
    return call(`POST ${path}`, { multipart, headers: { ...who.headers(), 'x-csrf-token': csrf_token } })
  }
  const ok = (answer: Answer): Brought => {
    assert.equal(answer.status, 200, answer.text)
    return answer.body as Brought
  }
  const show = async (id: string): Promise<Brought> => ok(await by.get(`${path}/${id}`))
  const ended = async (id: string): Promise<Brought> => {
    let shown = await show(id)
    await until('the run has ended', async () => {
      shown = await show(id)
      return shown.failed || ['checked', 'done'].includes(shown.status)
    })
    assert.equal(shown.failed, false)
    return shown
  }
  const read = async (content: string | Uint8Array<ArrayBuffer>, filename?: string): Promise<Brought> =>
    ok(await send(content, filename))
  const check = async ({ id, choices }: Brought, changed: object = {}): Promise<Brought> => {
    ok(await by.send(`POST ${path}/${id}/check`, { ...choices, ...changed }))
    return ended(id)
  }
  const start = async (id: string): Promise<Brought> => {
    ok(await by.send(`POST ${path}/${id}/start`))
    return ended(id)
  }
  const rows = async (id: string, which: 'refused' | 'remarks' = 'refused'): Promise<BroughtRow[]> => {
    const answer = await by.get(`${path}/${id}/rows?show=${which}`)
    assert.equal(answer.status, 200, answer.text)
    return (answer.body as { rows: BroughtRow[] }).rows
  }
  /** From the file to its end, with what was recognised. */
  const bring = async (content: string | Uint8Array<ArrayBuffer>): Promise<Brought> => {
    const { id } = await check(await read(content))
    return start(id)
  }
  return { path, send, read, check, start, show, rows, bring }
}
