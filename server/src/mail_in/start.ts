import type { MailIn } from './mail_in.ts'
import { startMailReader } from './reading/thread.ts'
import { type Receiver, type ReceiverOptions, startReceiver } from './receiver.ts'

export type MailInOptions = Omit<MailIn, 'reader'> & {
  /** Where a mail server of ours listens; null: it does not. */
  receiver: Pick<ReceiverOptions, 'host' | 'port' | 'tls' | 'patience'> | null
  /** The mailbox that is pulled; null: none is. */
  imap_url: string | null
  told: ReceiverOptions['told']
  log: ReceiverOptions['log']
}

/** Mail that comes in, while the service runs. */
export type RunningMailIn = MailIn & {
  imap_url: string | null
  port: Receiver['port']
  /** Whether our mail server has its port; null: there is none here. */
  listens: () => boolean | null
  stop: () => Promise<void>
}

export async function startMailIn(options: MailInOptions): Promise<RunningMailIn> {
  const { receiver, imap_url, told, log, ...needs } = options
  const mail_in: MailIn = { ...needs, reader: startMailReader() }
  const listening = receiver === null ? null : await startReceiver(mail_in, { ...receiver, told, log })
  const listens = (): boolean | null => listening && listening.port() !== null
  const stop = async (): Promise<void> => {
    await listening?.stop()
    await mail_in.reader.close()
  }
  return { ...mail_in, imap_url, port: () => listening?.port() ?? null, listens, stop }
}
