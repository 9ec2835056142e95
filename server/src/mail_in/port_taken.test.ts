import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { makeAsker } from '../../faults/ask.ts'
import { startChild } from '../../faults/child.ts'
import { addressOf, testDatabase } from '../../test/harness.ts'
import { until } from '../../test/until.ts'

const database = await testDatabase()

for (const WORKERS of ['1', '2']) {
  test(`a port of mail that another program has is reported by ${WORKERS} of ours, once`, async () => {
    const other = createServer().listen(0, '127.0.0.1')
    after(() => other.close())
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    const mail = { MAIL_IN_ADDRESS: 'replies@example.com', MAIL_IN_HOST: '127.0.0.1', MAIL_IN_PORT: String(port) }
    const child = await startChild({ DATABASE_URL: addressOf(database.connection), WORKERS, WAIT_MS_MAX: '0', ...mail })
    after(child.stop)
    const asker = makeAsker(child.base_url, { connections: 1 })
    after(asker.close)
    const shown = async (): Promise<string | undefined> =>
      /^dunlin_mail_in_up (\d)$/m.exec((await asker.ask('/metrics')).text)?.[1]
    const errors = (): string[] => child.lines.filter((line) => line.includes('Mail cannot come in'))
    await until('it is reported', () => errors().length > 0, 30_000)
    assert.match(errors()[0] ?? '', /^\{"level":50,.*another program has it\..*set MAIL_IN_PORT to another one/)
    assert.equal(await shown(), '0')
    await new Promise((resolve) => other.close(resolve))
    await until('one of them has it', async () => (await shown()) === '1', 30_000)
    assert.equal(errors().length, 1, 'nobody says it twice')
  })
}
