import { debtor, invoice } from './bodies.ts'
import type { Server } from './children.ts'
import type { Ask } from './load.ts'
import type { Contestant, Entry } from './measure.ts'
import { bearer, type Stage } from './stage.ts'
import { checkWritten, type Tally } from './write_check.ts'
import type { WriteTarget } from './write_data.ts'

/** Two clients that send one request after the other: while one is being read, the other is being written. */
const writers = 2

type Send = (asks: Ask[]) => Promise<Awaited<ReturnType<Stage['load']>>>

type Writer = { place: WriteTarget; tally: Tally; batch: number; batches: number; fresh: (count: number) => number }

/** What one run sends, and what has to be sent before it. */
type Run = { before?: object[][]; sent: object[][] }

type Case = {
  key: string
  name: string
  method: 'POST' | 'PATCH'
  items: 'debtors' | 'invoices' | 'messages'
  make: (writer: Writer) => () => Run
}

const chunks = <T>({ batch, batches }: Writer, make: (n: number) => T, first: number): T[][] =>
  Array.from({ length: batches }, (_, index) =>
    Array.from({ length: batch }, (_, n) => make(first + index * batch + n)),
  )

const size = ({ batch, batches }: Writer): number => batch * batches

function makeDebtors(writer: Writer, changed = false): Run & { again: object[][] } {
  const first = writer.fresh(size(writer))
  writer.tally.debtors += size(writer)
  if (changed) writer.tally.changed += size(writer)
  return {
    sent: chunks(writer, (n) => debtor(n, false), first),
    again: chunks(writer, (n) => debtor(n, changed), first),
  }
}

function makeInvoices(writer: Writer, paid = false): Run & { again: object[][] } {
  const first = writer.fresh(size(writer))
  writer.tally.invoices += size(writer)
  if (paid) writer.tally.paid += size(writer)
  return {
    sent: chunks(writer, (n) => invoice(n, 2), first),
    again: chunks(writer, (n) => invoice(n, paid ? 3 : 2), first),
  }
}

/** Writes once, and sends the same again from then on. */
function unchanged(make: (writer: Writer) => Run) {
  return (writer: Writer): (() => Run) => {
    let known: object[][] | null = null
    return () => {
      if (known) return { sent: known }
      const { sent } = make(writer)
      known = sent
      return { before: sent, sent }
    }
  }
}

const again = ({ sent, again }: Run & { again: object[][] }): Run => ({ before: sent, sent: again })

function flip(writer: Writer): () => Run {
  return () => {
    const read = !writer.tally.read
    writer.tally.read = read
    return { sent: chunks(writer, (n) => ({ id: writer.place.message_ids[n], read }), 0) }
  }
}

const posts = { method: 'POST' } as const
const of_debtors = { ...posts, items: 'debtors' } as const
const of_invoices = { ...posts, items: 'invoices' } as const

const cases = (batch: number): Case[] => [
  { key: 'debtors_new', name: `${batch} debtors, new`, ...of_debtors, make: (one) => () => makeDebtors(one) },
  {
    key: 'debtors_changed',
    name: `${batch} debtors, changed`,
    ...of_debtors,
    make: (one) => () => again(makeDebtors(one, true)),
  },
  { key: 'debtors_unchanged', name: `${batch} debtors, unchanged`, ...of_debtors, make: unchanged(makeDebtors) },
  { key: 'invoices_new', name: `${batch} invoices, new`, ...of_invoices, make: (one) => () => makeInvoices(one) },
  {
    key: 'invoices_paid',
    name: `${batch} invoices, one payment more`,
    ...of_invoices,
    make: (one) => () => again(makeInvoices(one, true)),
  },
  { key: 'invoices_unchanged', name: `${batch} invoices, unchanged`, ...of_invoices, make: unchanged(makeInvoices) },
  { key: 'messages', name: `${batch} messages, read or unread`, method: 'PATCH', items: 'messages', make: flip },
]

/** Requests that write many records, by the service and by the plain handler, each in an administration of its own. */
export function writeEntries(stage: Stage): Entry[] {
  const { facts, servers } = stage
  const { writing } = facts
  const contestants = [
    { name: 'service', server: servers.service, writer: writerAt(writing.service, writing) },
    { name: 'plain', server: servers.plain, writer: writerAt(writing.plain, writing) },
  ]
  const entries = cases(writing.batch).filter(({ key }) => stage.wanted(key))
  return entries.map((one, index) => ({
    key: one.key,
    name: one.name,
    kind: 'write',
    rows: writing.batch,
    contestants: contestants.map(({ name, server, writer }) => contestant(stage, one, name, server, writer)),
    // All of them write into the same tables, so one look at the end is a look at all.
    ...(index === entries.length - 1
      ? {
          check: async () => void (await Promise.all(contestants.map(({ writer }) => checkWritten(stage.url, writer)))),
        }
      : {}),
  }))
}

function writerAt(place: WriteTarget, { batch, batches }: { batch: number; batches: number }): Writer {
  let next = 1
  const fresh = (count: number): number => {
    next += count
    return next - count
  }
  return { place, batch, batches, fresh, tally: { debtors: 0, changed: 0, invoices: 0, paid: 0, read: false } }
}

function contestant(stage: Stage, one: Case, name: string, { base_url, pid }: Server, writer: Writer): Contestant {
  const { administration_id } = writer.place
  const answer = JSON.stringify({ success: true, count: writer.batch, errors: {} })
  const send: Send = (asks) =>
    stage.load({
      url: `${base_url}/v1/${one.items}`,
      method: one.method,
      headers: { ...bearer(stage.facts.writing.token), 'content-type': 'application/json' },
      connections: writers,
      run_ms: 0,
      asks,
      once: true,
      status: one.method === 'POST' ? 201 : 200,
      body_bytes: answer.length,
    })
  const asksOf = (items: object[][]): Ask[] =>
    items.map((some) => ({ body: JSON.stringify({ administration_id, [one.items]: some }) }))
  const make = one.make(writer)
  let ready: Ask[] = []
  return {
    name,
    pid,
    prepare: async () => {
      const { before, sent } = make()
      if (before) await send(asksOf(before))
      ready = asksOf(sent)
    },
    run: () => send(ready),
  }
}
