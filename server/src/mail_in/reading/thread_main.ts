import { parentPort } from 'node:worker_threads'
import { readMail } from './read_mail.ts'

// The thread in which mails are read.

parentPort?.on('message', async (bytes: Uint8Array) => {
  try {
    parentPort?.postMessage({ mail: await readMail(bytes) })
  } catch (error) {
    parentPort?.postMessage({ problem: error instanceof Error ? error.message : String(error) })
  }
})
