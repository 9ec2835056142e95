import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import hoodiecrow from 'hoodiecrow-imap'
import { ImapFlow } from 'imapflow'
import { until } from './until.ts'

/** A mailbox that can be pulled, over a real conversation. */
export type Imap = { url: string; append: (raw: string) => Promise<void>; flags: () => Promise<string[][]> }

const [user, password] = ['testuser', 'testpass']

/** The mailbox of another project's making, or that of a dovecot where `TEST_DOVECOT` names its program. */
export const startImap = (): Promise<Imap> =>
  process.env.TEST_DOVECOT ? startDovecot(process.env.TEST_DOVECOT) : startHoodiecrow()

async function startHoodiecrow(): Promise<Imap> {
  const imap = hoodiecrow({ plugins: ['ID', 'UNSELECT'], storage: { INBOX: { messages: [] } } })
  await new Promise<void>((resolve) => imap.listen(0, resolve))
  const { port } = (imap.server as Server).address() as AddressInfo
  after(() => new Promise<void>((resolve) => imap.close(() => resolve())))
  return {
    url: `imap://${user}:${password}@127.0.0.1:${port}/INBOX`,
    append: async (raw) => void imap.appendMessage('INBOX', [], false, Buffer.from(raw, 'binary').toString('binary')),
    flags: async () => imap.getMailbox('INBOX').messages.map(({ flags }) => flags),
  }
}

/** A real mail server for this file alone; it goes with it. */
async function startDovecot(program: string): Promise<Imap> {
  const folder = await mkdtemp(join(tmpdir(), 'dunlin-dovecot-'))
  const port = await freePort()
  await chmod(folder, 0o711)
  await mkdir(join(folder, 'mail'))
  // It keeps no mail as root; whoever else runs the tests keeps it as themselves.
  const [uid, gid] = process.getuid?.() === 0 ? [65_534, 65_534] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  await chown(join(folder, 'mail'), uid, gid)
  await writeFile(join(folder, 'dovecot.conf'), configOf({ folder, port, uid, gid }))
  const child = spawn(program, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  after(async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const inbox = <T>(work: (client: ImapFlow) => Promise<T>): Promise<T> => withInbox(port, work)
  const log = (): Promise<string> => readFile(join(folder, 'log'), 'utf8').catch(() => '')
  await until('dovecot serves', () => inbox(async () => true).catch(() => false)).catch(async () =>
    assert.fail(`dovecot does not serve: ${await log()}`),
  )
  return {
    url: `imap://${user}:${password}@127.0.0.1:${port}/INBOX`,
    append: (raw) => inbox(async (client) => void (await client.append('INBOX', Buffer.from(raw)))),
    flags: () =>
      inbox(async (client) => {
        const all: string[][] = []
        for await (const { flags } of client.fetch('1:*', { flags: true })) all.push([...(flags ?? [])])
        return all
      }),
  }
}

const configOf = ({ folder, port, uid, gid }: { folder: string; port: number; uid: number; gid: number }): string => `
base_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail
first_valid_uid = 1
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`

async function withInbox<T>(port: number, work: (client: ImapFlow) => Promise<T>): Promise<T> {
  const auth = { user, pass: password }
  const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, auth, logger: false })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.mailboxOpen('INBOX')
    return await work(client)
  } finally {
    await client.logout()
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
