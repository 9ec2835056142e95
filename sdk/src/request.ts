import { operations } from './generated.ts'
import type { OperationName } from './shapes.ts'

export type Given = Readonly<Record<string, unknown>>
export type Request = { url: string; init: RequestInit & { headers: Record<string, string> } }

/** Puts what a call takes into its path, its query or its body. */
export function request(base_url: string, name: OperationName, takes: Given): Request {
  const { method, path } = operations[name]
  const rest = new Map(Object.entries(takes).filter(([, value]) => value !== undefined))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = rest.get(parameter)
    rest.delete(parameter)
    if (value === undefined || value === '') throw new TypeError(`${name} needs ${parameter}.`)
    return encodeURIComponent(String(value))
  })
  const url = base_url + filled
  const headers: Record<string, string> = { accept: 'application/json' }
  if (method === 'GET' || method === 'DELETE') {
    const query = new URLSearchParams([...rest].map(([key, value]) => [key, written(value)]))
    return { url: query.size > 0 ? `${url}?${query}` : url, init: { method, headers } }
  }
  const values = Object.fromEntries(rest)
  // A file travels in parts, and fetch itself says where one ends.
  if (holdsFile(values)) return { url, init: { method, headers, body: parts(values) } }
  headers['content-type'] = 'application/json'
  return { url, init: { method, headers, body: JSON.stringify(values) } }
}

const holdsFile = (value: unknown): boolean =>
  value instanceof Blob || (typeof value === 'object' && value !== null && Object.values(value).some(holdsFile))

/** Members as parts, whose names carry brackets: `order[file]`, `attachments[]`. */
function parts(values: Given): FormData {
  const form = new FormData()
  const put = (name: string, value: unknown): void => {
    if (value === undefined) return
    if (value instanceof Blob) form.append(name, value)
    else if (Array.isArray(value) && !value.some((one) => one instanceof Blob)) form.append(name, JSON.stringify(value))
    else if (Array.isArray(value)) for (const one of value) put(`${name}[]`, one)
    else if (typeof value === 'object' && value !== null) {
      for (const [member, one] of Object.entries(value)) put(`${name}[${member}]`, one)
    } else form.append(name, value === null ? '' : String(value))
  }
  for (const [name, value] of Object.entries(values)) put(name, value)
  return form
}

/** A list stands in one value, with commas. */
const written = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
