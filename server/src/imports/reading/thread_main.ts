import { open } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { findColumns } from '../../domain/imports/recognise.ts'
import { isArchive } from '../../files/archive.ts'
import { readCsv } from './csv.ts'
import { FileProblem } from './sheet.ts'
import { readXlsx } from './xlsx.ts'

// The thread in which a file is read: its first bytes show what it is, whatever it is called.

const { path } = workerData as { path: string }

async function startsAsArchive(): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return isArchive(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

try {
  const { headings, rows } = (await startsAsArchive()) ? await readXlsx(path) : await readCsv(path)
  const columns = findColumns(
    headings,
    rows.map(({ cells }) => cells),
  )
  parentPort?.postMessage({ file: { columns, rows } })
} catch (error) {
  if (!(error instanceof FileProblem)) throw error
  parentPort?.postMessage({ problem: error.message })
}
