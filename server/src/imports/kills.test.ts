import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { givenIn } from '../../test/given.ts'
import { testDatabase } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { propose } from '../domain/imports/choices.ts'
import { findColumns } from '../domain/imports/recognise.ts'
import type { Reading } from '../runtime/reads.ts'
import { performRun } from './run.ts'
import { addImport, beginRun, listImports, readImport } from './store.ts'

const at = new Date('2026-11-16T09:00:00Z')
const database = await testDatabase()
const { db, connection } = database
const given = givenIn(db)
const module = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href)

const headings = ['Debiteurnummer', 'Naam', 'Factuurnummer', 'Factuurdatum', 'Vervaldatum', 'Bedrag', 'Openstaand']
const row_count = 4_000

test('of many files the newest are kept, and one that is being imported stays', async () => {
  const { administration_id } = await given.tenant()
  const columns = findColumns(['Nummer', 'Naam'], [['1', 'A']])
  const rows = [{ line: 2, cells: ['1', 'A'] }]
  const made = {
    administration_id,
    filename: 'list.csv',
    columns,
    choices: propose(columns),
    rows,
    user_id: null,
    now: at,
  }
  const first = { administration_id, import_id: await addImport(db, made) }
  const second = { administration_id, import_id: await addImport(db, made) }
  await beginRun(db, first, { status: 'importing', choices: propose(columns) })
  for (let count = 0; count < 20; count++) await addImport(db, made)
  assert.equal((await readImport(db, first))?.status, 'importing')
  assert.equal(await readImport(db, second), null)
  assert.equal((await listImports(db, administration_id, 100)).length, 21)
})

test('an import whose process is killed goes on behind what it wrote, and nothing is there twice', async () => {
  const { administration_id } = await given.tenant()
  const rows = Array.from({ length: row_count }, (_, place) => ({
    line: place + 2,
    cells: [`K${place % 700}`, 'Example', `F${place}`, '2026-10-01', '2026-10-31', '100,00', '40,00'],
  }))
  const columns = findColumns(
    headings,
    rows.map(({ cells }) => cells),
  )
  const choices = propose(columns)
  const made = { administration_id, filename: 'list.csv', columns, choices, rows, user_id: null, now: at }
  const import_id = await addImport(db, made)
  const key = { administration_id, import_id }
  const wanted = { ...key, run: await beginRun(db, key, { status: 'importing', choices }) }
  const program = `
    const { connect } = await import(${module('../db/connect.ts')})
    const { performRun } = await import(${module('./run.ts')})
    const database = connect(${JSON.stringify(connection)})
    const reading = { database, replica: null, base_url: () => '', now: () => new Date('${at.toISOString()}'), store: {} }
    await performRun(reading, ${JSON.stringify(wanted)}, { last: false, signal: new AbortController().signal })
    process.exit(0)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await until('some rows are written', async () => ((await readImport(db, key))?.done ?? 0) > 0)
  child.kill('SIGKILL')
  await ended
  const killed = (await readImport(db, key))?.done ?? 0
  assert.ok(killed > 0 && killed < row_count, `killed behind ${killed} rows`)
  // It takes the run that wrote nothing but verbs: neither mails nor files are touched.
  const reading = { database, replica: null, base_url: () => '', now: () => at, store: {} } as unknown as Reading
  const again = { last: false, signal: new AbortController().signal }
  await performRun(reading, wanted, again)
  const done = await readImport(db, key)
  assert.deepEqual(
    [done?.status, done?.done, done?.counts.new, done?.counts.debtors_new],
    ['done', row_count, row_count, 700],
  )
  assert.equal(done?.counts.open_amount, '160000.00')
  const { rows: found } = await database.pool.query(
    `select (select count(*)::integer from invoices) as invoices, (select count(*)::integer from debtors) as debtors,
            (select count(*)::integer from payments) as payments, (select sum(open_amount)::text from invoices) as open`,
  )
  assert.deepEqual(found, [{ invoices: row_count, debtors: 700, payments: row_count, open: '160000.00' }])
  await performRun(reading, wanted, again)
  assert.equal((await readImport(db, key))?.done, row_count, 'a run that is over does nothing')
})
