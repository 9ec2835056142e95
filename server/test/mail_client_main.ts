import { parentPort, workerData } from 'node:worker_threads'
import { mailTo, type RawMail } from './mail_client.ts'

// The thread of a mail program.

const { port, mail } = workerData as { port: number; mail: RawMail }
parentPort?.postMessage(await mailTo(port, mail))
