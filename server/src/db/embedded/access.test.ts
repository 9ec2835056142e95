import assert from 'node:assert/strict'
import { lstat, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { startEmbedded } from './embedded.ts'
import { givenStarted, givenTestFolder, query, quick } from './given.ts'
import { findUser, runsAsRoot, socketFile } from './place.ts'

/** Says hello to the server as its superuser, while the system takes us for another user; gives its first answer. */
async function helloAs(uid: number, folder: string): Promise<string> {
  const words = Buffer.from(['user', 'dunlin', 'database', 'postgres', '', ''].join('\0'))
  const hello = Buffer.alloc(8 + words.length)
  hello.writeInt32BE(hello.length, 0)
  hello.writeInt32BE(196_608, 4)
  words.copy(hello, 8)
  process.seteuid?.(uid)
  const socket = connect(socketFile(folder))
  process.seteuid?.(0)
  socket.write(hello)
  for await (const bytes of socket) {
    socket.destroy()
    return String(bytes)
  }
  return ''
}

test('another service of the account that PostgreSQL runs as is refused', async (t) => {
  const trial = await givenTestFolder(t)
  const embedded = await givenStarted(trial)
  const { host } = embedded.connection
  if (!runsAsRoot()) {
    // The folder of the socket is ours alone, so nobody else comes as far as the server.
    assert.equal((await lstat(host)).mode & 0o777, 0o700)
    assert.equal((await lstat(host)).uid, process.getuid?.())
    return
  }
  const { uid } = await lstat(host)
  assert.notEqual(uid, 0)
  assert.match(await helloAs(uid, host), /^E.*peer authentication failed/is)
  assert.match(await helloAs(0, host), /^R/)
})

test('a database of before, that anybody on the socket could use, is closed at its next start', async (t) => {
  const trial = await givenTestFolder(t)
  await (await givenStarted(trial)).stop()
  await writeFile(join(trial.data_dir, 'postgres/pg_hba.conf'), 'local all all trust\n')
  const embedded = await givenStarted(trial)
  const { uid } = await lstat(embedded.connection.host)
  if (runsAsRoot()) assert.match(await helloAs(uid, embedded.connection.host), /^E/)
  if (runsAsRoot()) assert.doesNotMatch(await readFile(join(trial.data_dir, 'postgres/pg_hba.conf'), 'utf8'), /trust/)
  assert.deepEqual(await query(embedded.connection, 'select 1 as one'), [{ one: 1 }])
})

test('root may name the user that PostgreSQL runs as, who is one of the machine', async (t) => {
  if (!runsAsRoot()) return
  const trial = await givenTestFolder(t)
  const start = (run_as: string) =>
    startEmbedded({ data_dir: trial.data_dir, log: () => undefined, settings: quick, run_as })
  await assert.rejects(start('no-such-user'), /EMBEDDED_USER is no-such-user/)
  await assert.rejects(start('root'), /other than root/)
  const daemon = await findUser(({ name }) => name === 'daemon')
  const embedded = await start('daemon')
  trial.later(() => embedded.stop())
  assert.equal((await lstat(join(trial.data_dir, 'postgres'))).uid, daemon?.uid)
  assert.deepEqual(await query(embedded.connection, 'select 1 as one'), [{ one: 1 }])
})
