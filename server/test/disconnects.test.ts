import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { breakOff } from '../faults/break_off.ts'
import { startService } from './harness.ts'
import { logTo } from './log_to.ts'
import { pause } from './pause.ts'
import { until } from './until.ts'

const lines: string[] = []
const log = logTo('info', (line: string) => void lines.push(line))
const { call, given, app, database } = await startService({ log })
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const task = await given.task(tenant)
await given.debtors(tenant, 500)
const { port } = new URL(app.base_url)

const head = (line: string, more = ''): string =>
  `${line} HTTP/1.1\r\nhost: dunlin\r\nauthorization: Bearer ${token}\r\n${more}\r\n`
const body = JSON.stringify({ administration_id, comment: 'half a comment' })
const json = (length: number): string => `content-type: application/json\r\ncontent-length: ${length}\r\n`

/** Sends some of a request, and leaves: at once, or when something comes back. */
async function leave(text: string, when: 'now' | 'soon' | 'answered'): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  if (when === 'soon') await pause(Math.random() * 15, 'it leaves at a moment that nobody knows')
  if (when === 'answered') await Promise.race([once(socket, 'data'), once(socket, 'close')])
  breakOff(socket)
}

const list = `GET /v1/debtors?administration_id=${administration_id}&per_page=500`
const comment = `POST /v1/tasks/${task}/comment`
const manners: { name: string; text: string; when: 'now' | 'soon' | 'answered'; writes: boolean }[] = [
  { name: 'in the middle of its headers', text: head(list).slice(0, -10), when: 'soon', writes: false },
  { name: 'before its body', text: head(comment, json(body.length)), when: 'soon', writes: false },
  {
    name: 'in the middle of its body',
    text: head(comment, json(body.length)) + body.slice(0, 20),
    when: 'soon',
    writes: false,
  },
  {
    name: 'in the middle of a body of unknown length',
    text: `${head(comment, 'content-type: application/json\r\ntransfer-encoding: chunked\r\n')}5\r\n{"adm\r\n`,
    when: 'soon',
    writes: false,
  },
  { name: 'while its page is made', text: head(list), when: 'now', writes: false },
  { name: 'in the middle of its page', text: head(list), when: 'answered', writes: false },
  { name: 'while its change is made', text: head(comment, json(body.length)) + body, when: 'soon', writes: true },
]

for (const { name, text, when, writes } of manners) {
  test(`a client that leaves ${name} harms nobody`, async () => {
    const count = async (table: 'task_comments' | 'events'): Promise<number> =>
      (await database.db.selectFrom(table).select('id').where('administration_id', '=', administration_id).execute())
        .length
    const before = { comments: await count('task_comments'), events: await count('events') }
    lines.length = 0
    for (let round = 0; round < 4; round++) await Promise.all(Array.from({ length: 20 }, () => leave(text, when)))
    assert.equal((await call(list, { token })).status, 200)
    await until('no transaction stays open', async () => {
      const { rows } = await database.pool.query<{ count: number }>(
        `select count(*)::integer as count from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%'`,
      )
      return rows[0]?.count === 0
    })
    // Writers of an administration have their turn in the order in which they came, two at a time: after two more of
    // them, all that came before has ended.
    const own = [1, 2]
    for (const number of own) {
      const json = { administration_id, comment: `after them ${number}` }
      assert.equal((await call(comment, { token, json })).status, 201)
    }
    const after = { comments: await count('task_comments'), events: await count('events') }
    assert.equal(after.comments - before.comments, after.events - before.events, 'nothing is half done')
    if (!writes) assert.equal(after.comments - before.comments, own.length)
    const faults = lines.filter((line) => /"level":(50|60)|"status":5\d\d/.test(line))
    assert.deepEqual(faults.slice(0, 2), [], 'it is no fault of ours')
  })
}
