import type { AddressInfo, Socket } from 'node:net'
import { after } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Received = { from: string; to: string[]; source: string; headers: Map<string, string>; body: string }

/** A real mail server on a free port, with what it received; it goes away with the file. */
export async function startSmtp(settings: Partial<SMTPServerOptions> & { port?: number } = {}) {
  const { port = 0, ...options } = settings
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        received.push({ from, to: rcptTo.map(({ address }) => address), ...parse(Buffer.concat(parts).toString()) })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  let open = true
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      if (!open) return resolve()
      open = false
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  after(close)
  const at = (server.server.address() as AddressInfo).port
  return { url: `smtp://127.0.0.1:${at}`, port: at, received, sockets, close }
}

/** Headers unfolded, with names in lower case; the body as it came. */
function parse(source: string): Pick<Received, 'source' | 'headers' | 'body'> {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { source, headers, body: source.slice(end + 4) }
}

/** The text of a mail, without the soft ends of lines that travel asks for. */
export function readable({ body }: Received): string {
  return body
    .replace(/=\r\n/g, '')
    .replace(/((?:=[0-9A-F]{2})+)/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString('utf8'))
}
