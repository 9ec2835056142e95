// Samples for the endpoints that an application calls with its own credential. A reader of the documentation cannot see
// in a finished header how it is composed, so these say it as curl does.

type Media = { example?: object; examples?: { readonly [name: string]: { value: object } } }
type DescribedOperation = {
  security?: readonly object[]
  parameters?: readonly { name: string; in: string; example?: unknown }[]
  requestBody?: { content: { readonly [type: string]: Media } }
}
type Paths = { readonly [path: string]: object }

/** Adds to every operation under Basic how it is called with curl. */
export function withCurl(paths: Paths, base_url: string): Paths {
  return mapped(paths, (methods, path) =>
    mapped(methods, (one: DescribedOperation, method) => {
      if (!one.security?.some((way) => 'Basic' in way)) return one
      return { ...one, 'x-codeSamples': samples(one, method.toUpperCase(), `${base_url}${path}`) }
    }),
  )
}

const mapped = (of: object, change: (value: object, name: string) => object): { [name: string]: object } =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value, name)]))

function samples(one: DescribedOperation, method: string, address: string) {
  const [type = '', { example = null, examples = {} } = {}] = Object.entries(one.requestBody?.content ?? {})[0] ?? []
  const bodies = Object.entries(examples).map(([label, { value }]) => ({ label, value }))
  const shown = bodies.length > 0 ? bodies : [{ label: 'curl', value: example }]
  return shown.map(({ label, value }) => ({
    lang: 'shell',
    label,
    source: [`curl --user 'CLIENT_ID:CLIENT_SECRET'`, ...sent(type, value), quoted(filled(one, address, method))].join(
      ' \\\n  ',
    ),
  }))
}

/** A body makes a POST of it, which all operations with a body under Basic are. */
function sent(type: string, value: object | null): string[] {
  if (value === null) return []
  if (type === 'application/json')
    return [`--header 'Content-Type: application/json'`, `--data ${quoted(JSON.stringify(value, null, 2))}`]
  return Object.entries(value).map(([name, one]) => `--data-urlencode ${quoted(`${name}=${one}`)}`)
}

function filled({ parameters = [] }: DescribedOperation, address: string, method: string): string {
  const query = new URLSearchParams()
  let place = address
  for (const { name, in: where, example } of parameters) {
    if (example === undefined) continue
    if (where === 'path') place = place.replace(`{${name}}`, String(example))
    else query.set(name, String(example))
  }
  return method === 'GET' && query.size > 0 ? `${place}?${query}` : place
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
