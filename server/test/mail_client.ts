import { Worker } from 'node:worker_threads'
import { createTransport, type SendMailOptions } from 'nodemailer'

/** What a debtor's mail program sends, over a real conversation. Returns what the server answered. */
export async function mailTo(port: number, mail: SendMailOptions): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  try {
    return (await transport.sendMail(mail)).response
  } catch (error) {
    const { response, message } = error as { response?: string; message: string }
    return response ?? message
  } finally {
    transport.close()
  }
}

export type RawMail = { envelope: { from: string; to: string }; raw: string }

/** The same from a thread of its own, so that what it costs is not taken for what the service costs. */
export function mailApart(port: number, mail: RawMail): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const worker = new Worker(new URL('./mail_client_main.ts', import.meta.url), { workerData: { port, mail } })
  worker.once('message', resolve).once('error', reject)
  return promise
}
