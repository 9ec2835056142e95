import type { MailIn } from './mail_in.ts'
import { startMailReader } from './reading/thread.ts'
import { type Receiver, type ReceiverOptions, startReceiver } from './receiver.ts'

export type MailInOptions = Omit<MailIn, 'reader'> & {
  /** Where a mail server of ours listens; null: it does not. */
  receiver: Pick<ReceiverOptions, 'host' | 'port' | 'tls' | 'patience'> | null
  /** The mailbox that is pulled; null: none is. */
  imap_url: string | null
  shared: boolean
  log: ReceiverOptions['log']
}

/** Mail that comes in, while the service runs. */
export type RunningMailIn = MailIn & { imap_url: string | null; port: Receiver['port']; stop: () => Promise<void> }

export async function startMailIn(options: MailInOptions): Promise<RunningMailIn> {
  const { receiver, imap_url, shared, log, ...needs } = options
  const mail_in: MailIn = { ...needs, reader: startMailReader() }
  const listening = receiver === null ? null : await startReceiver(mail_in, { ...receiver, shared, log })
  const stop = async (): Promise<void> => {
    await listening?.stop()
    await mail_in.reader.close()
  }
  return { ...mail_in, imap_url, port: () => listening?.port() ?? null, stop }
}
