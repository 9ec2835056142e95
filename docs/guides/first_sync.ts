/**
 * The first sync: brings the debtors and invoices of an accounting program into an empty administration, reads them
 * back, compares them field by field, and brings them once more, by which nothing may change.
 *
 *     DUNLIN_TOKEN=… DUNLIN_ADMINISTRATION=1 node docs/guides/first_sync.ts
 *
 * The books are invented here; put your own in the place of `inventDebtors` and `inventInvoices`.
 */
import { fileURLToPath } from 'node:url'
import { type Client, createClient, type Debtor, type Invoice, type Operations } from '@dunlin/sdk'

type NewDebtor = Operations['debtors.create']['takes']['debtors'][number]
type NewInvoice = Operations['invoices.upsert']['takes']['invoices'][number]
export type Books = { debtors: NewDebtor[]; invoices: NewInvoice[] }

/** What came of it, with the time each part took. */
export type Report = { sent_ms: number; read_ms: number; again_ms: number; differences: string[]; moved: number }

/** The most records that one request takes. */
const batch = 1000
/** A second request is on its way while the first is worked on; more would only wait for each other. */
const at_once = 2

export async function firstSync(dunlin: Client, administration_id: string, books: Books): Promise<Report> {
  const started = performance.now()
  await send(dunlin, administration_id, books)
  const sent = performance.now()
  const copy = await readBack(dunlin, administration_id)
  const differences = compare(books, copy)
  const read = performance.now()
  await send(dunlin, administration_id, books)
  const again = performance.now()
  const moved = countMoved(copy, await readBack(dunlin, administration_id))
  return { sent_ms: sent - started, read_ms: read - sent, again_ms: again - read, differences, moved }
}

/** Debtors come first, because invoices name them. */
async function send(dunlin: Client, administration_id: string, { debtors, invoices }: Books): Promise<void> {
  await inBatches(debtors, (some) => dunlin.debtors.create({ administration_id, debtors: some }))
  await inBatches(invoices, (some) => dunlin.invoices.upsert({ administration_id, invoices: some }))
}

type Result = { count: number; errors: Record<string, string[]> }

async function inBatches<T>(records: readonly T[], write: (some: T[]) => Promise<Result>): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < records.length) {
      const some = records.slice(next, next + batch)
      next += batch
      const { count, errors } = await write(some)
      // A program of yours would note them, and go on: everything else in the batch is done.
      if (count !== some.length) throw new Error(`Not everything was taken: ${JSON.stringify(errors).slice(0, 2000)}`)
    }
  }
  await Promise.all(Array.from({ length: at_once }, lane))
}

type Copy = { debtors: Map<string, Debtor>; invoices: Map<string, Invoice> }

async function readBack(dunlin: Client, administration_id: string): Promise<Copy> {
  const copy: Copy = { debtors: new Map(), invoices: new Map() }
  const takes = { administration_id, per_page: 500 }
  for await (const debtor of dunlin.debtors.list(takes)) copy.debtors.set(debtor.debtor_number, debtor)
  for await (const invoice of dunlin.invoices.list(takes)) copy.invoices.set(invoice.invoice_number, invoice)
  return copy
}

/** Amounts have other names where they are read. */
const read_names: Readonly<Record<string, string>> = {
  amount_total: 'total_amount',
  amount_open: 'open_amount',
  book_amount_total: 'book_total_amount',
  book_amount_open: 'book_open_amount',
}

function compare(books: Books, copy: Copy): string[] {
  const differences: string[] = []
  const look = (key: string, sent: object, shown: object | undefined): void => {
    const found = new Map(Object.entries(shown ?? {}))
    for (const [name, value] of Object.entries(sent)) {
      const here = found.get(read_names[name] ?? name)
      if (here !== value) differences.push(`${key}: ${name} is ${JSON.stringify(here)}, not ${JSON.stringify(value)}`)
    }
  }
  for (const debtor of books.debtors) look(debtor.debtor_number, debtor, copy.debtors.get(debtor.debtor_number))
  for (const invoice of books.invoices) look(invoice.invoice_number, invoice, copy.invoices.get(invoice.invoice_number))
  const [many, more] = [copy.debtors.size - books.debtors.length, copy.invoices.size - books.invoices.length]
  if (many !== 0 || more !== 0) differences.push(`There are ${many} debtors and ${more} invoices more than were sent.`)
  return differences
}

/** How many records have another `updated_at` than before. */
function countMoved(before: Copy, after: Copy): number {
  const moved = <T extends { updated_at: string }>(one: Map<string, T>, other: Map<string, T>): number =>
    [...one].filter(([key, record]) => other.get(key)?.updated_at !== record.updated_at).length
  return moved(before.debtors, after.debtors) + moved(before.invoices, after.invoices)
}

export function inventDebtors(count: number): NewDebtor[] {
  return Array.from({ length: count }, (_, index) => ({
    debtor_number: `D${100_000 + index}`,
    debtor_identifier: `relation-${index}`,
    name: `Customer ${index} of Example`,
    language_code: index % 3 === 0 ? 'nl' : 'en',
    coc_number: String(10_000_000 + index),
    relation_manager: `Manager ${index % 7}`,
  }))
}

export function inventInvoices(count: number, debtors: readonly NewDebtor[]): NewInvoice[] {
  return Array.from({ length: count }, (_, index) => {
    const total = `${100 + (index % 900)}.${String(index % 100).padStart(2, '0')}`
    const open = index % 4 === 0 ? '0.00' : total
    const day = String(1 + (index % 28)).padStart(2, '0')
    return {
      invoice_number: `F${1_000_000 + index}`,
      invoice_identifier: `entry-${index}`,
      debtor_number: debtors[index % debtors.length]?.debtor_number ?? null,
      invoice_date: `2026-09-${day}`,
      due_date: `2026-10-${day}`,
      currency_code: 'EUR',
      amount_total: total,
      amount_open: open,
      book_amount_total: total,
      book_amount_open: open,
      order_number: `O${index}`,
      description: `Delivery ${index}`,
      category: index % 2 === 0 ? 'wholesale' : 'retail',
    }
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const base_url = process.env.DUNLIN_URL ?? 'http://127.0.0.1:8080'
  const dunlin = createClient({ base_url, token: process.env.DUNLIN_TOKEN ?? '' })
  const debtors = inventDebtors(Number(process.env.DEBTORS ?? 10_000))
  const invoices = inventInvoices(Number(process.env.INVOICES ?? 50_000), debtors)
  const report = await firstSync(dunlin, process.env.DUNLIN_ADMINISTRATION ?? '1', { debtors, invoices })
  const { sent_ms, read_ms, again_ms, differences, moved } = report
  const s = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
  console.log(`sent in ${s(sent_ms)}, read and compared in ${s(read_ms)}, sent again in ${s(again_ms)}`)
  console.log(`${differences.length} differences, ${moved} records changed by the second run`)
  for (const one of differences.slice(0, 20)) console.log(one)
  if (differences.length > 0 || moved > 0) process.exitCode = 1
}
