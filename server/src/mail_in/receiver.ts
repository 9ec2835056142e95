import type { AddressInfo, Socket } from 'node:net'
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { readMailAddress } from '../domain/mail_address.ts'
import { type CertificateFiles, readCertificate } from './certificate.ts'
import { type MailIn, mail_bytes_max } from './mail_in.ts'
import { measured, measureMail } from './reading/measure.ts'
import { takeIn } from './take_in.ts'

export type ReceiverOptions = {
  host: string
  port: number
  tls: CertificateFiles | null
  /** Hears that it listens, as null, and why it does not, whenever that changes. */
  told: (problem: Error | null) => void
  log: (error: unknown, about: string) => void
  patience?: { silence_ms: number; session_ms: number }
  /** How often the files of the certificate are read again: others renew them while we run. */
  certificate_ms?: number
}

export type Receiver = { port: () => number | null; stop: () => Promise<void> }

/** Conversations at once: in all, and with one address. A relay needs a few, a flood gets no more. */
const clients_max = 200
const clients_of_address_max = 20
const recipients_max = 20
const usual_patience = { silence_ms: 60_000, session_ms: 10 * 60_000 }
const again_ms = 2_000
const usual_certificate_ms = 60 * 60_000

/**
 * Our mail server: it takes mail for addresses that we gave out, and for nobody else, so that nothing is passed on.
 * A mail is acknowledged when all of it is kept; whatever goes wrong before that is tried again by who sends it.
 */
export async function startReceiver(mail_in: MailIn, options: ReceiverOptions): Promise<Receiver> {
  const { host, port, told, log } = options
  const server = await makeServer(mail_in, options)
  const sockets = watchSockets(server, options.patience ?? usual_patience)
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  // What goes wrong in one conversation is the matter of that one; what goes wrong with the port, of who listens.
  let refused: ((error: unknown) => void) | null = null
  server.on('error', (error) => (refused ? refused(error) : log(error, 'mail in')))
  const listen = (): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    refused = reject
    server.server.once('listening', resolve)
    server.listen(port, host)
    return promise.finally(() => {
      refused = null
      // Nothing is left of an attempt that failed: there may be thousands.
      server.server.off('listening', resolve)
    })
  }
  let last_code = ''
  /** Whoever has the port may let it go: the release before this one, while it serves, or another of our processes. */
  const attempt = async (first: boolean): Promise<void> => {
    try {
      await listen()
      if (stopped) server.close(() => {})
      else told(null)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException // Whatever the system throws carries one.
      if (first && code !== 'EADDRINUSE') throw listenProblem(error, options)
      if (stopped) return
      if (code !== last_code) told(listenProblem(error, options))
      last_code = code
      timer = setTimeout(() => void attempt(false), again_ms).unref()
    }
  }
  await attempt(true)
  const renewal = setInterval(
    () => renewCertificate(server, options).catch((error) => log(error, 'mail in')),
    options.certificate_ms ?? usual_certificate_ms,
  ).unref()
  return {
    port: () => (server.server.address() as AddressInfo | null)?.port ?? null,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      clearInterval(renewal)
      if (server.server.listening) await new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Why no mail comes in, as a sentence for the operator. */
function listenProblem(error: unknown, { host, port }: Pick<ReceiverOptions, 'host' | 'port'>): Error {
  const { code, syscall, message } = error as NodeJS.ErrnoException // Whatever the system throws carries them.
  const remedy =
    code === 'EADDRINUSE'
      ? 'another program has it. This is tried again until it is free; if it stays so, set MAIL_IN_PORT to another one'
      : code === 'EACCES'
        ? 'it is not for this user. Set MAIL_IN_PORT to one above 1023, and let a mail server or a firewall lead there'
        : code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo'
          ? 'that is no address of this machine. Set MAIL_IN_HOST to one that is, or to 0.0.0.0 for all'
          : message.replace(/\.$/, '')
  return new Error(`Mail cannot come in at port ${port} of ${host}: ${remedy}.`, { cause: error })
}

async function makeServer(mail_in: MailIn, { tls, log, patience }: ReceiverOptions): Promise<SMTPServer> {
  // Loaded here, because a service that takes no mail in never needs it.
  const { SMTPServer } = await import('smtp-server')
  const places = new Map<string, number>()
  const certificate = tls && (await readCertificate(tls))
  return new SMTPServer({
    ...(certificate ? { cert: certificate.cert, key: certificate.key } : {}),
    disabledCommands: certificate ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    banner: 'Dunlin',
    size: mail_bytes_max,
    maxClients: clients_max,
    socketTimeout: (patience ?? usual_patience).silence_ms,
    closeTimeout: 5_000,
    disableReverseLookup: true,
    onConnect({ remoteAddress }, done) {
      const count = (places.get(remoteAddress) ?? 0) + 1
      places.set(remoteAddress, count)
      done(count > clients_of_address_max ? refusal(421, '4.7.0 Too many connections from your address.') : null)
    },
    onClose({ remoteAddress }) {
      const count = (places.get(remoteAddress) ?? 1) - 1
      if (count > 0) places.set(remoteAddress, count)
      else places.delete(remoteAddress)
    },
    onRcptTo({ address }, { envelope }, done) {
      if (envelope.rcptTo.length >= recipients_max) return done(refusal(452, '4.5.3 Too many recipients.'))
      const known = readMailAddress(mail_in.place, address) !== null
      done(known ? null : refusal(550, '5.1.1 There is no such address here.'))
    },
    onData(stream, session, done) {
      receive(mail_in, stream, session).then(
        (answer) => (answer === null ? done() : done(answer)),
        (error: unknown) => {
          stream.resume()
          log(error, 'mail in')
          done(refusal(451, '4.3.0 Not now; please try again later.'))
        },
      )
    },
  })
}

async function renewCertificate(server: SMTPServer, { tls }: Pick<ReceiverOptions, 'tls'>): Promise<void> {
  if (tls === null) return
  const { cert, key } = await readCertificate(tls)
  server.updateSecureContext({ cert, key })
}

/** Takes one mail; null when it is kept. */
async function receive(
  mail_in: MailIn,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
): Promise<Error | null> {
  const measure = measureMail()
  const bytes = await mail_in.store.receive(bounded(measured(stream, measure), stream), mail_bytes_max)
  try {
    if (stream.sizeExceeded) return refusal(552, '5.3.4 The message is too large.')
    const problem = measure.problem()
    if (problem !== null) return refusal(554, `5.6.0 ${problem}`)
    const recipients = envelope.rcptTo.map(({ address }) => address)
    const taken = await takeIn(mail_in, {
      bytes,
      recipients,
      from_nobody: !envelope.mailFrom || envelope.mailFrom.address === '',
    })
    if ('taken' in taken) return null
    return taken.later ? refusal(451, `4.7.1 ${taken.refused}`) : refusal(550, `5.7.1 ${taken.refused}`)
  } finally {
    await bytes.discard()
  }
}

/** What is too long is heard to its end as well, and not kept. */
async function* bounded(pieces: AsyncIterable<Uint8Array>, stream: SMTPServerDataStream): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) if (!stream.sizeExceeded) yield piece
}

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })

/** Ends conversations that go on for ever, however busy they keep themselves. */
function watchSockets(server: SMTPServer, { session_ms }: { session_ms: number }): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    const timer = setTimeout(() => socket.destroy(), session_ms).unref()
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      sockets.delete(socket)
    })
  })
  return sockets
}
