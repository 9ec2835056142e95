import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'

const program = `
import { connect, createServer } from 'node:net'
import { breakOff } from ${JSON.stringify(new URL('./break_off.ts', import.meta.url).href)}
const server = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1', () => {
  const socket = connect(server.address().port, '127.0.0.1', () => {
    if (process.argv.includes('ending')) socket.end('half')
    breakOff(socket)
  })
  socket.on('close', () => server.close())
})`

test('a process that broke connections off ends, also where one was ending already', { timeout: 20_000 }, async (t) => {
  for (const how of ['open', 'ending']) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program, how], { stdio: 'inherit' })
    t.after(() => child.kill('SIGKILL'))
    assert.deepEqual(await once(child, 'exit'), [0, null], how)
  }
})
