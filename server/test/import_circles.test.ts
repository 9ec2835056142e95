import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Circles that only types make, by one file of each, and why they stay. */
const known: { readonly [file: string]: string } = {
  'sdk/src/generated.ts': 'what is generated uses the shapes that are written, and they use its records',
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Which modules each module imports; without those of which it only takes types, if so asked. */
function graphOf(folder: string, with_types: boolean): Graph {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => join(root, folder, file))
  return new Map(files.map((file) => [file, importsOf(file, with_types)]))
}

function importsOf(file: string, with_types: boolean): Set<string> {
  const found = readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s([^'";]*?)\s?from '(\.[^']+)'/gm)
  const targets = [...found].flatMap(([, names = '', target = '']) =>
    with_types || !takesTypesAlone(names) ? [resolve(dirname(file), target)] : [],
  )
  return new Set(targets)
}

function takesTypesAlone(names: string): boolean {
  if (names.startsWith('type ')) return true
  const inner = /^\{(.*)\}$/s.exec(names.trim())?.[1]
  if (inner === undefined) return false
  const parts = inner.split(',').map((part) => part.trim())
  return parts.every((part) => part === '' || part.startsWith('type '))
}

/** Modules that can be reached from themselves, each with all that are in the same circle. */
function circlesIn(graph: Graph): string[][] {
  const reached = new Map([...graph.keys()].map((file) => [file, reachedFrom(graph, file)]))
  const seen = new Set<string>()
  const circles: string[][] = []
  for (const [file, others] of reached) {
    if (seen.has(file) || !others.has(file)) continue
    const circle = [...others].filter((other) => reached.get(other)?.has(file))
    for (const one of circle) seen.add(one)
    circles.push(circle.map((one) => relative(root, one)).sort())
  }
  return circles
}

function reachedFrom(graph: Graph, start: string): Set<string> {
  const reached = new Set<string>()
  const left = [...(graph.get(start) ?? [])]
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (reached.has(file) || !graph.has(file)) continue
    reached.add(file)
    left.push(...(graph.get(file) ?? []))
  }
  return reached
}

for (const folder of ['server/src', 'server/bench', 'server/faults', 'web/src', 'web/craft', 'sdk/src']) {
  test(`no modules of ${folder} import each other in a circle; where only types do, it is known why`, () => {
    assert.deepEqual(circlesIn(graphOf(folder, false)), [])
    const unknown = circlesIn(graphOf(folder, true)).filter((circle) => !circle.some((file) => file in known))
    assert.deepEqual(unknown, [])
  })
}
