import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { startNameServer } from '../../test/name_server.ts'
import { destinationProblem } from './destination.ts'
import { makeNetworks } from './networks.ts'
import { makePost } from './post.ts'
import { makeResolve } from './resolve.ts'

/** A service inside that nobody outside may reach; whatever reaches it is counted. */
let reached = 0
const listen = (server: Server, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port))
  })
const inside = createServer((_, response) => {
  reached++
  response.end('the secret of the house')
})
const port = await listen(inside, '127.0.0.1')
after(() => inside.close())

/** What a name leads to: by the second question it may be something else. */
const leads: Record<string, readonly (readonly string[])[]> = {
  'loopback.example.com': [['127.0.0.1']],
  'loopback6.example.com': [['::1']],
  'private.example.com': [['10.1.2.3']],
  'metadata.example.com': [['169.254.169.254']],
  'mixed.example.com': [['93.184.215.14', '127.0.0.1']],
  'mixed6.example.com': [['93.184.215.14', '::ffff:7f00:1']],
  'wrapped.example.com': [['64:ff9b::7f00:1']],
  'rebinding.example.com': [['127.0.0.2'], ['127.0.0.1']],
}
const times = new Map<string, number>()
const names = await startNameServer((name) => {
  const answers = leads[name] ?? []
  // Both kinds of addresses are asked for each time.
  const time = Math.floor((times.get(name) ?? 0) / 2)
  times.set(name, (times.get(name) ?? 0) + 1)
  return answers[Math.min(time, answers.length - 1)] ?? []
})
const resolve = makeResolve([names.address])
const message = { body: '{"event":{}}', headers: { 'content-type': 'application/json' } }
const never = new AbortController().signal

const outside = makePost({ networks: makeNetworks([]), resolve, timeout_ms: 2_000 })
after(outside.close)

/** Every way to write an address inside that we know of; P stands for the port of the service that listens there. */
const spellings = [
  '127.0.0.1:P',
  '127.0.0.1.:P',
  '127.1:P',
  '127.0.1:P',
  '127.000.000.001:P',
  '0177.0.0.1:P',
  '0177.1:P',
  '017700000001:P',
  '0x7f.0.0.1:P',
  '0x7f.1:P',
  '0x7f000001:P',
  '0X7F000001:P',
  '2130706433:P',
  '127.255.255.254:P',
  '127.0.0.2:P',
  '%31%32%37.0.0.1:P',
  '127%2e0%2e0%2e1:P',
  '１２７.0.0.1:P',
  '①②⑦.⓪.⓪.①:P',
  '127。0。0。1:P',
  '127．0．0．1:P',
  '0.0.0.0:P',
  '0:P',
  '0x0:P',
  '0.0.0.1:P',
  'localhost:P',
  'LOCALHOST:P',
  'localhost.:P',
  'ⓛocalhost:P',
  'app.localhost:P',
  'loc%61lhost:P',
  'user@127.0.0.1:P',
  'example.com@127.0.0.1:P',
  'example.com%23@127.0.0.1:P',
  '[::1]:P',
  '[0:0:0:0:0:0:0:1]:P',
  '[0000:0000:0000:0000:0000:0000:0000:0001]:P',
  '[::]:P',
  '[::ffff:127.0.0.1]:P',
  '[::ffff:7f00:1]:P',
  '[0:0:0:0:0:ffff:7f00:0001]:P',
  '[::127.0.0.1]:P',
  '[::7f00:1]:P',
  '[64:ff9b::127.0.0.1]:P',
  '[64:ff9b::7f00:1]:P',
  '[64:ff9b:1::7f00:1]:P',
  '[2002:7f00:1::]:P',
  '[2002:7f00:0001::1]:P',
  '[2001:0:0:0:0:0:80ff:fffe]:P',
  '[fe80::1]:P',
  '[fc00::1]:P',
  '[fd00:ec2::254]',
  '[fec0::1]:P',
  '[ff02::1]:P',
  '[2001:db8::1]',
  '[100::1]',
  '[3fff::1]',
  '10.0.0.1',
  '10.255.255.255',
  '012.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.0.1',
  '192.168.257',
  '3232235521',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  ...Object.keys(leads)
    .filter((name) => name !== 'rebinding.example.com')
    .map((name) => `${name}:P`),
]

const urlsOf = (spelling: string): string[] => {
  const place = spelling.replace(':P', `:${port}`)
  return [`https://${place}/`, `http://${place}/`]
}

test('no spelling of an address inside goes through, in clear or not', async () => {
  assert.ok(spellings.length >= 80)
  for (const spelling of spellings) {
    for (const url of urlsOf(spelling)) {
      if (!URL.canParse(url)) {
        assert.notEqual(destinationProblem(url, []), null, url)
        continue
      }
      const posted = await outside.post(url, message, never)
      assert.deepEqual([posted.problem, posted.status], ['forbidden_address', null], url)
    }
  }
  assert.equal(reached, 0)
})

test('an address inside is refused at once, by name of the parameter', () => {
  const literal = spellings.filter((spelling) => !spelling.includes('example.com'))
  for (const spelling of literal) {
    for (const url of urlsOf(spelling)) assert.notEqual(destinationProblem(url, []), null, url)
  }
  for (const url of [
    'http://example.com/hook',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:70/_x',
    'javascript:alert(1)',
    'example.com/hook',
    '//example.com/hook',
    'https://user:word@example.com/',
    'https://example.com/#part',
    'https://',
    `https://example.com/${'x'.repeat(2_000)}`,
  ])
    assert.notEqual(destinationProblem(url, []), null, url)
  for (const url of ['https://example.com/hook?x=1', 'https://93.184.215.14/', 'https://[2606:4700::1111]:8443/h'])
    assert.equal(destinationProblem(url, []), null, url)
})

test('addresses outside are allowed', () => {
  const { allows } = makeNetworks([])
  for (const address of ['93.184.215.14', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.63.0.1', '2606:4700::1111'])
    assert.ok(allows(address), address)
  assert.ok(allows('::ffff:1.1.1.1') && allows('64:ff9b::101:101'))
})

test('a name that leads elsewhere by the second question is connected to where it was looked at', async () => {
  // 127.0.0.2 stands for the world outside, on the same port as the service inside: no test leaves this machine.
  const seen: string[] = []
  const meant = createServer((request, response) => {
    seen.push(request.socket.localAddress ?? '')
    response.writeHead(200, { connection: 'close' }).end('outside')
  })
  await new Promise<void>((resolve) => meant.listen(port, '127.0.0.2', resolve))
  after(() => meant.close())
  const { post, close } = makePost({ networks: makeNetworks(['127.0.0.2']), resolve, timeout_ms: 2_000 })
  after(close)
  const url = `http://rebinding.example.com:${port}/`
  assert.equal((await post(url, message, never)).answer_body, 'outside')
  assert.equal((await post(url, message, never)).problem, 'forbidden_address')
  assert.deepEqual(seen, ['127.0.0.2'])
  assert.equal(times.get('rebinding.example.com'), 4, 'a name is asked for once a request, both kinds of addresses')
  assert.equal(reached, 0)
})

test('a network that the operator opened is reached, also in clear', async () => {
  const { post, close } = makePost({ networks: makeNetworks(['127.0.0.1']), resolve, timeout_ms: 2_000 })
  after(close)
  const posted = await post(`http://loopback.example.com:${port}/`, message, never)
  assert.deepEqual([posted.problem, posted.answer_body], [null, 'the secret of the house'])
  reached = 0
})

/** A place outside, as far as the operator is concerned, that leads on to wherever the test says. */
async function leadingTo(location: string, status = 302): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, response) => response.writeHead(status, { location }).end())
  const at = await listen(server, '127.0.0.2')
  return { url: `http://127.0.0.2:${at}/`, close: () => server.close() }
}

test('every place that a redirect leads to is looked at like the first', async () => {
  const { post, close } = makePost({ networks: makeNetworks(['127.0.0.2']), resolve, timeout_ms: 2_000 })
  after(close)
  for (const spelling of spellings.filter((one) => /^[ -~]+$/.test(one) && !one.startsWith('127.0.0.2'))) {
    for (const url of urlsOf(spelling).filter((one) => URL.canParse(one))) {
      const leading = await leadingTo(url)
      const posted = await post(leading.url, message, never)
      leading.close()
      assert.equal(posted.problem, 'forbidden_address', url)
    }
  }
  for (const [location, problem] of [
    ['file:///etc/passwd', 'redirect'],
    ['ftp://127.0.0.2/', 'redirect'],
    ['http://[bad', 'redirect'],
    ['/', 'redirect'],
  ] as const) {
    const leading = await leadingTo(location)
    assert.equal((await post(leading.url, message, never)).problem, problem, location)
    leading.close()
  }
  assert.equal(reached, 0)
})

test('a redirect keeps method, body and signature, and one to another method is no success', async () => {
  const seen: [string, string, string | undefined][] = []
  const target = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      seen.push([request.method ?? '', body, request.headers['x-dunlin-signature'] as string | undefined])
      response.end('here')
    })
  })
  const at = await listen(target, '127.0.0.2')
  after(() => target.close())
  const { post, close } = makePost({ networks: makeNetworks(['127.0.0.2']), resolve, timeout_ms: 2_000 })
  after(close)
  const signed = { ...message, headers: { ...message.headers, 'x-dunlin-signature': 'abc' } }
  for (const status of [301, 302, 307, 308]) {
    const leading = await leadingTo(`http://127.0.0.2:${at}/there`, status)
    const posted = await post(leading.url, signed, never)
    assert.deepEqual([posted.problem, posted.answer_body, posted.url], [null, 'here', `http://127.0.0.2:${at}/there`])
    leading.close()
  }
  assert.deepEqual(seen, Array(4).fill(['POST', message.body, 'abc']))
  const elsewhere = await leadingTo(`http://127.0.0.2:${at}/there`, 303)
  assert.deepEqual((await post(elsewhere.url, signed, never)).problem, 'answer')
  elsewhere.close()
  assert.equal(seen.length, 4)
})

test('of an answer no more than its beginning is read, and odd bytes do no harm', async () => {
  const { post, close } = makePost({ networks: makeNetworks(['127.0.0.2']), resolve, timeout_ms: 2_000 })
  after(close)
  const endless = createServer((_, response) => {
    const more = (): void => void (response.writable && response.write('x'.repeat(65_536), more))
    more()
  })
  const at = await listen(endless, '127.0.0.2')
  after(() => endless.closeAllConnections())
  after(() => endless.close())
  const posted = await post(`http://127.0.0.2:${at}/`, message, never)
  assert.deepEqual([posted.problem, posted.answer_body?.length], [null, 4_096])
  const odd = createServer((_, response) => response.end(Buffer.from([0, 255, 65, 0])))
  const odd_at = await listen(odd, '127.0.0.2')
  after(() => odd.close())
  assert.equal((await post(`http://127.0.0.2:${odd_at}/`, message, never)).answer_body, '\uFFFD\uFFFDA\uFFFD')
})

test('what goes wrong has a name', { timeout: 20_000 }, async () => {
  const { post, close } = makePost({ networks: makeNetworks(['127.0.0.2']), resolve, timeout_ms: 500 })
  after(close)
  assert.equal((await post('https://nobody.example.com/', message, never)).problem, 'unknown_name')
  const gone = createServer()
  const at = await listen(gone, '127.0.0.2')
  await new Promise((resolve) => gone.close(resolve))
  assert.equal((await post(`http://127.0.0.2:${at}/`, message, never)).problem, 'refused')
  const silent = createServer(() => {})
  const silent_at = await listen(silent, '127.0.0.2')
  after(() => silent.closeAllConnections())
  after(() => silent.close())
  assert.equal((await post(`http://127.0.0.2:${silent_at}/`, message, never)).problem, 'timeout')
  const plain = createServer((_, response) => response.end())
  const plain_at = await listen(plain, '127.0.0.2')
  after(() => plain.close())
  const spoken = await post(`https://127.0.0.2:${plain_at}/`, message, never)
  assert.equal(spoken.problem, 'broken_off')
  const rude = createServer((request) => request.socket.destroy())
  const rude_at = await listen(rude, '127.0.0.2')
  after(() => rude.close())
  assert.equal((await post(`http://127.0.0.2:${rude_at}/`, message, never)).problem, 'broken_off')
  // Answers that another protocol begins: nothing more comes, and nobody waits for it.
  const other = createServer().on('upgrade', () => assert.fail('we ask for no other protocol'))
  other.on('request', (request) => {
    request.socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n')
  })
  const other_at = await listen(other, '127.0.0.2')
  after(() => other.closeAllConnections())
  after(() => other.close())
  assert.equal((await post(`http://127.0.0.2:${other_at}/`, message, never)).problem, 'broken_off')
})
