import { setTimeout as pause } from 'node:timers/promises'
import { breakOff } from './break_off.ts'
import type { Hand } from './hand.ts'

/** Something that attackers send. `alone`: it costs the service a moment, and is sent by one of them at a time. */
export type Attack = { name: string; share: number; alone?: true; run: (hand: Hand) => Promise<string> }

const json = 'content-type: application/json'
const form = 'content-type: application/x-www-form-urlencoded'
const chunked = 'transfer-encoding: chunked'
const length = (bytes: number): string => `content-length: ${bytes}`
const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`
const bearer = ({ target }: Hand): string => `authorization: Bearer ${target.token}`
const list = ({ target }: Hand): string => `/v1/debtors?administration_id=${target.administration_id}`

// Made once: they are large.
const objects = Buffer.from(`{"debtors":"[${'{},'.repeat(6_000_000)}{}]"}`)
const lists = Buffer.from(`{"debtors":[${`[${'{},'.repeat(90_000)}{}],`.repeat(60)}1]}`)
const names = Buffer.from(`{"debtors":[{${Array.from({ length: 200_000 }, (_, n) => `"n${n}":1`).join(',')}}]}`)
const giant_forms = [
  Buffer.from('debtors[][name]=x&'.repeat(199_000)),
  Buffer.from(Array.from({ length: 199_000 }, (_, n) => `debtors[${n}][a][b][c]=1`).join('&')),
  Buffer.from(`debtors=[${'{},'.repeat(6_000_000)}{}]`),
  Buffer.from('&'.repeat(19_000_000)),
]

/** Sends the beginning of a body, and no more. */
async function holdBody(hand: Hand): Promise<string> {
  const { chance } = hand
  const [path, headers] = chance.pick([
    ['PATCH /v1/messages', [json, bearer(hand), length(20_000_000)]],
    ['PATCH /v1/messages', [form, bearer(hand), length(19_000_000)]],
    ['PATCH /v1/messages', [json, bearer(hand), chunked]],
    ['POST /v1/nothing_here', [json, length(20_000_000)]],
    ['POST /v1/nothing_here', [json, chunked]],
    ['POST /oauth/token', [form, length(60_000)]],
    ['POST /console/sign_in', [json, length(200_000)]],
    ['POST /portal/nothing', [json, chunked]],
  ] as const)
  const socket = await hand.open()
  const { text } = hand.head(path, headers)
  const body = headers.includes(chunked) ? chunk(1 + chance.below(100_000)) : 'x'.repeat(chance.below(300_000))
  socket.write(text + body)
  socket.resume()
  hand.hold(socket)
  return 'sent'
}

/** Sends chunks for a while, in the end a broken one or none. */
async function breakChunks(hand: Hand): Promise<string> {
  const { chance } = hand
  const socket = await hand.open()
  const path = chance.pick(['PATCH /v1/messages', 'POST /v1/nothing_here', 'POST /v1/orders'])
  socket.write(hand.head(path, [json, chunked, bearer(hand)]).text)
  socket.resume()
  for (let count = chance.below(40); count > 0 && !socket.destroyed; count--) {
    socket.write(chunk(1 + chance.below(60_000)))
    if (chance.percent(20)) await pause(chance.below(30))
  }
  if (chance.percent(30)) socket.write('zz\r\nnothing\r\n')
  if (chance.percent(50)) breakOff(socket)
  else hand.hold(socket)
  return 'sent'
}

async function halfHeaders(hand: Hand): Promise<string> {
  const socket = await hand.open()
  socket.write(`GET ${list(hand)} HTTP/1.1\r\nhost: dunlin\r\nx-half: `)
  hand.hold(socket)
  return 'sent'
}

/** Waits until the request has been read for certain, and leaves before its answer. */
async function resetEarly(hand: Hand): Promise<string> {
  const { target, chance } = hand
  const body = JSON.stringify({ administration_id: target.administration_id, comment: 'half' })
  const expecting = [json, bearer(hand), length(body.length), 'expect: 100-continue']
  const { id, text } = hand.head(`POST /v1/tasks/${target.task_id}/comment`, expecting)
  const socket = await hand.open()
  socket.write(text)
  const heard = await hand.listen(socket)
  if (!heard?.includes('100 Continue')) return 'not read'
  hand.seen(id)
  socket.write(chance.percent(50) ? body : body.slice(0, chance.below(body.length)))
  if (chance.percent(50)) await pause(chance.below(10))
  breakOff(socket)
  return 'reset'
}

/** Asks for page after page on one connection, and reads none of them. */
async function unread(hand: Hand): Promise<string> {
  const socket = await hand.open()
  socket.pause()
  for (let count = 0; count < 8; count++) {
    socket.write(hand.head(`GET ${list(hand)}&per_page=500`, [bearer(hand)]).text)
  }
  hand.hold(socket)
  return 'sent'
}

const odd = [
  ...['9'.repeat(5_000), '-1', '1e999', '%00', '%F0%9F%92%A3', 'null', '{}', 'MTox', '0x7fffffffffffffff'].map(
    (value) => `cursor=${value}`,
  ),
  ...[
    '275760-09-13T00:00:00Z',
    '-271821-04-20',
    '9999-99-99',
    '2026-02-30T25:61:61Z',
    'now',
    `${'1'.repeat(9_000)}`,
  ].map((value) => `updated_after=${value}`),
  'per_page=1e9',
  'ids=%5B1%5D',
  'order=%27;--',
  `fields=${encodeURIComponent(`{"only":[${'{"a":['.repeat(3_000)}`)}`,
  `fields=${encodeURIComponent(`{"only":[${'"id",'.repeat(9_000)}"id"]}`)}`,
]

async function talkNonsense(hand: Hand): Promise<string> {
  const { chance } = hand
  const socket = await hand.open()
  const answered = hand.listen(socket)
  socket.write(
    chance.pick([
      'THIS IS NOTHING\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n',
      'GET / HTTP/1.1\r\nconnection: close\r\n\r\n',
      `GET / HTTP/1.1\r\nhost: dunlin\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`,
      hand.head('GET /health', ['connection: upgrade', 'upgrade: websocket']).text,
      hand.head('GET /health', ['expect: miracles', 'connection: close']).text,
      hand.head('POST /v1/messages', [json, length(5), chunked]).text,
      hand.head('POST /oauth/token', [form, 'content-length: 5', 'content-length: 6']).text,
      hand.head('GET /v1/%zz%', ['connection: close']).text,
      Array.from({ length: 50 }, () => hand.head('GET /health').text).join(''),
    ]),
  )
  const heard = await answered
  socket.destroy()
  return heard === null ? 'silent' : 'answered'
}

async function breakUpload(hand: Hand): Promise<string> {
  const { chance, target } = hand
  const socket = await hand.open()
  const parts = `--b\r\ncontent-disposition: form-data; name="order[file]"; filename="x.txt"\r\n\r\n`
  const [path, type] = chance.pick([
    ['POST /v1/orders', 'content-type: multipart/form-data; boundary=b'],
    [`PUT /files/uploads/${target.administration_id}/${'x'.repeat(40)}`, 'content-type: application/pdf'],
  ] as const)
  socket.write(hand.head(path, [type, bearer(hand), length(10_000_000)]).text + parts)
  socket.resume()
  for (let count = chance.below(30); count > 0 && !socket.destroyed; count--) {
    socket.write('x'.repeat(chance.below(100_000)))
    await pause(chance.below(10))
  }
  breakOff(socket)
  return 'sent'
}

/** What the page of the sign-in form has: anybody can have it. */
let visit: Promise<readonly string[]> | null = null
async function visitPage({ port }: Hand['target']): Promise<readonly string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/console/session`)
  const { csrf_token } = (await answer.json()) as { csrf_token: string }
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0])
  return [`x-csrf-token: ${csrf_token}`, `cookie: ${cookies.join('; ')}`]
}

async function signIn(hand: Hand): Promise<string> {
  visit ??= visitPage(hand.target)
  const body = JSON.stringify({ email_address: `a${hand.chance.below(50)}@example.com`, password: 'a guess of mine' })
  return hand.exchange('POST /console/sign_in', [json, ...(await visit)], body)
}

const basic = (hand: Hand): string =>
  `authorization: Basic ${Buffer.from(`client${hand.chance.below(40)}:wrong`).toString('base64')}`
const refresh = 'grant_type=refresh_token&refresh_token=x'
const unknown = Array.from({ length: 5_000 }, (_, n) => `debtor_nmber${n}=1`).join('&')

export const attacks: readonly Attack[] = [
  { name: 'bodies held open', share: 6, run: holdBody },
  { name: 'chunked bodies broken off', share: 5, run: breakChunks },
  { name: 'half-sent headers', share: 3, run: halfHeaders },
  { name: 'resets before the answer', share: 8, run: resetEarly },
  { name: 'pages not read', share: 2, run: unread },
  { name: 'uploads broken off', share: 3, run: breakUpload },
  { name: 'nonsense', share: 5, run: talkNonsense },
  {
    name: 'json in texts',
    share: 2,
    alone: true,
    run: (hand) => {
      const body = hand.chance.pick([objects, lists, names])
      return hand.exchange('POST /v1/debtors', [json, bearer(hand)], body)
    },
  },
  {
    name: 'giant forms',
    share: 2,
    alone: true,
    run: (hand) => hand.exchange('POST /v1/debtors', [form, bearer(hand)], hand.chance.pick(giant_forms)),
  },
  {
    name: 'unknown parameters',
    share: 2,
    alone: true,
    run: (hand) => hand.exchange(`GET ${list(hand)}&${unknown}`, [bearer(hand)]),
  },
  {
    name: 'odd parameters',
    share: 6,
    run: (hand) => hand.exchange(`GET ${list(hand)}&${hand.chance.pick(odd)}`, [bearer(hand)]),
  },
  {
    name: 'spaces behind Bearer',
    share: 2,
    run: (hand) => hand.exchange(`GET ${list(hand)}`, [`authorization: Bearer${' '.repeat(60_000)}x`]),
  },
  { name: 'wrong secrets', share: 4, run: (hand) => hand.exchange('GET /v1/companies', [basic(hand)]) },
  { name: 'tokens', share: 6, run: (hand) => hand.exchange('POST /oauth/token', [form, basic(hand)], refresh) },
  { name: 'sign-ups', share: 4, run: (hand) => hand.exchange('POST /v1/sign_up', [json, basic(hand)], '{"user":{}}') },
  { name: 'sign-ins', share: 6, run: signIn },
  { name: 'the reference', share: 3, run: (hand) => hand.exchange('GET /docs/js/scalar.js') },
]
