import type { Chance } from './chance.ts'
import type { CallOptions } from './harness.ts'
import { texts, values } from './odd_values.ts'
import type { Sample } from './samples.ts'

/** A request as it is sent: the address with its query, and the body in some form. */
export type Sent = { path: string; options: Pick<CallOptions, 'json' | 'form' | 'body' | 'multipart' | 'headers'> }

const json = { 'content-type': 'application/json' }

/** Sends a sample as it is. */
export function whole({ path, query, body, files }: Sample): Sent {
  const search = new URLSearchParams(query).toString()
  const sent = search === '' ? path : `${path}?${search}`
  if (files !== undefined && body !== null) return { path: sent, options: { multipart: inParts(body, files) } }
  return { path: sent, options: body === null ? {} : { json: body } }
}

function inParts(body: Record<string, unknown>, files: NonNullable<Sample['files']>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, textOf(value))
  for (const { name, bytes, filename } of files) form.append(name, new Blob([bytes]), filename)
  return form
}

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()

/** Sends a sample after something was done to it. */
export function broken(sample: Sample, chance: Chance): Sent {
  const query = chance.percent(sample.body === null ? 80 : 15) ? brokenQuery(sample, chance) : null
  const place = query ?? whole(sample).path
  const path = chance.percent(8) ? brokenPath(place, chance) : place
  if (sample.files !== undefined && sample.body !== null && chance.percent(80)) {
    return { path, options: { multipart: inParts(sample.body, brokenFiles(sample.files, chance)) } }
  }
  return { path, options: sample.body === null ? {} : brokenBody(sample.body, chance) }
}

/** Files of which a few bytes, the name of the part or the end are wrong. */
function brokenFiles(files: NonNullable<Sample['files']>, chance: Chance): NonNullable<Sample['files']> {
  return files.map(({ name, bytes, filename }) => {
    if (chance.percent(15)) return { name: chance.pick(['order', 'order[file][]', 'x', '']), bytes, filename }
    const copy = Uint8Array.from(bytes.subarray(0, chance.percent(30) ? chance.below(bytes.length) : bytes.length))
    for (let left = chance.below(4); left > 0 && copy.length > 0; left--) {
      copy[chance.below(copy.length)] = chance.pick([0x00, 0x0a, 0x20, 0x30, 0x39, 0x41, 0x80, 0xff])
    }
    return { name, bytes: copy, filename: chance.pick([filename, '../..', '']) }
  })
}

function brokenPath(path: string, chance: Chance): string {
  const odd = chance.pick(['%00', '%', '%ff', '..%2f..', '9223372036854775808', '-1', '%F0%9F%90%A6', 'x'.repeat(3000)])
  const [before = '', query] = path.split('?')
  const folder = before.slice(0, before.lastIndexOf('/') + 1)
  return `${folder}${odd}${query === undefined ? '' : `?${query}`}`
}

function brokenQuery({ path, query }: Sample, chance: Chance): string {
  const names = Object.keys(query)
  const name =
    names.length > 0 && chance.percent(85) ? chance.pick(names) : chance.pick(['cursor', 'per_page', 'order'])
  const odd = chance.pick(texts).slice(0, 5000).toWellFormed()
  const rest = new URLSearchParams(query)
  rest.delete(name)
  const more = chance.pick([
    `${name}=${encodeURIComponent(odd)}`,
    `${name}[]=${encodeURIComponent(odd)}`,
    `${name}=1&${name}=2`,
    `${name}[a][b]=1`,
    `${name}=%zz%ff%00`,
    `${name}=%c3%28`,
    `&&&=${name}&=`,
    `${'['.repeat(200)}${name}=1`,
    '',
  ])
  return `${path}?${rest}&${more}`
}

function brokenBody(body: Record<string, unknown>, chance: Chance): Sent['options'] {
  const kind = chance.below(100)
  if (kind < 60) return { json: mutated(body, chance) }
  if (kind < 70) return { form: formOf(body, chance) }
  if (kind < 76) return { body: repeated(body, chance), headers: json }
  if (kind < 82) return { body: garbled(body, chance), headers: json }
  if (kind < 88) return { body: deep(chance), headers: json }
  if (kind < 92) return { body: chance.pick(['null', '[]', '"x"', '1', '{', ' ', '', '{"a":', 'NaN']), headers: json }
  if (kind < 96) return { multipart: partsOf(body, chance) }
  return { body: JSON.stringify(body), headers: { 'content-type': chance.pick(odd_types) } }
}

const odd_types = ['text/plain', 'application/xml', 'multipart/form-data', 'application/json; charset=utf-16', 'x', ';']

/** One to three members, however deep, become something else, or go. */
function mutated(body: Record<string, unknown>, chance: Chance): unknown {
  const copy = structuredClone(body)
  for (let left = 1 + chance.below(3); left > 0; left--) {
    const places = placesIn(copy)
    if (places.length === 0) break
    const { holder, key } = chance.pick(places)
    if (chance.percent(15)) delete holder[key]
    else if (chance.percent(10)) holder[key] = Array(chance.pick([2, 2, 3, 5, 1001])).fill(holder[key])
    else holder[key] = structuredClone(chance.pick(values))
  }
  return copy
}

type Holder = Record<string, unknown>

function placesIn(value: unknown): { holder: Holder; key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  // An object or a list is held by its keys alike.
  const holder = value as Holder
  return Object.keys(holder)
    .slice(0, 50)
    .flatMap((key) => [{ holder, key }, ...placesIn(holder[key])])
}

/** The same member twice, with unequal values. */
function repeated(body: Record<string, unknown>, chance: Chance): string {
  const text = JSON.stringify(body)
  const name = chance.pick([...Object.keys(body), '__proto__', 'constructor'])
  const odd = JSON.stringify(chance.pick(values))
  return chance.percent(50)
    ? `{${JSON.stringify(name)}:${odd},${text.slice(1)}`
    : `${text.slice(0, -1)}${text === '{}' ? '' : ','}${JSON.stringify(name)}:${odd}}`
}

/** Bytes that are no UTF-8, or end too early. */
function garbled(body: Record<string, unknown>, chance: Chance): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify(body)))
  if (chance.percent(40)) return bytes.slice(0, chance.below(bytes.length))
  for (let left = 1 + chance.below(4); left > 0; left--) {
    bytes[chance.below(bytes.length)] = chance.pick([0x00, 0x80, 0xc0, 0xff, 0xed, 0x22])
  }
  return bytes
}

function deep(chance: Chance): string {
  const [open, close] = chance.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['{"administration_id":', '}'],
  ] as const)
  const depth = chance.pick([100, 100, 500, 5_000, 50_000])
  return `${open.repeat(depth)}1${close.repeat(chance.percent(70) ? depth : 0)}`
}

function formOf(body: Record<string, unknown>, chance: Chance): string {
  const pairs = Object.entries(body).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `${encodeURIComponent(name)}=${encodeURIComponent(text ?? '')}`
  })
  const names = [...Object.keys(body), 'x']
  const more = [
    '%zz=%ff',
    `${chance.pick(names)}[]=1`,
    `${chance.pick(names)}[__proto__][a]=1`,
    `${'a['.repeat(300)}=1`,
    `${chance.pick(names)}[0][id]=1&${chance.pick(names)}[id]=1`,
    `${chance.pick(names)}=%00`,
  ]
  return [...pairs, chance.pick(more)].join('&')
}

function partsOf(body: Record<string, unknown>, chance: Chance): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    form.append(name, textOf(value))
  }
  const name = chance.pick([...Object.keys(body), 'order[file]', 'message[attachments][]', 'x'])
  form.append(
    name,
    new Blob([chance.pick(['', 'PK\u0003\u0004', 'x'.repeat(5000)])]),
    chance.pick(['a.zip', '../..', '']),
  )
  return form
}
