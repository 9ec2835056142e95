import { chown, readFile, rename, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { type Account, findUser, type ServerPaths } from './place.ts'

// Who may connect. Started by an ordinary user, the folder of the socket is the lock: nobody else can enter it. Started
// by root, PostgreSQL and that folder belong to an account that other services may share, so the server asks the
// system who is calling.

/** Writes who may connect; the server reads it when it starts. */
export async function writeAccess({ data, account }: ServerPaths): Promise<void> {
  if (account === null) {
    await replace(data, 'pg_hba.conf', 'local all all trust\n', null)
    return
  }
  const callers = [userInfo().username, ...(await ownerOf(account))]
  await replace(data, 'pg_ident.conf', callers.map((name) => `dunlin "${name}" all\n`).join(''), account)
  await replace(data, 'pg_hba.conf', 'local all all peer map=dunlin\n', account)
}

/** The owner of data that root starts the server for may come as well, unless it is the account that many share. */
async function ownerOf({ uid }: Account): Promise<string[]> {
  const found = await findUser((user) => user.uid === uid)
  return found === null || found.name === 'nobody' ? [] : [found.name]
}

/** In one step, and only when it says something else: a server that starts at this moment never reads half of it. */
async function replace(data: string, name: string, text: string, account: Account | null): Promise<void> {
  const file = join(data, name)
  if ((await readFile(file, 'utf8').catch(() => null)) === text) return
  const unfinished = `${file}.new`
  await writeFile(unfinished, text, { mode: 0o600 })
  if (account !== null) await chown(unfinished, account.uid, account.gid)
  await rename(unfinished, file)
}
