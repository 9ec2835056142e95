import { type Methods, operations, type Page } from './generated.ts'
import { Listing } from './listing.ts'
import type { Given } from './request.ts'
import type { CallOptions, OperationName } from './shapes.ts'

type Calling = {
  call: (name: OperationName, takes: Given, options?: CallOptions) => Promise<unknown>
  pages: (name: OperationName, takes: Given, options?: CallOptions) => AsyncGenerator<Given[], void, undefined>
}

/** A method for each operation, under the names of its family. */
export function methodsOf(calling: Calling): Methods {
  const methods: Record<string, unknown> = {}
  // The keys of the table are its names.
  for (const name of Object.keys(operations) as OperationName[]) {
    const path = name.split('.')
    const verb = path.pop() ?? ''
    let family = methods
    for (const one of path) {
      family[one] ??= {}
      // Made just now, or by an operation of the same family.
      family = family[one] as Record<string, unknown>
    }
    family[verb] = methodOf(calling, name, verb)
  }
  // Generated from the same definitions as the table, name by name.
  return methods as Methods
}

function methodOf({ call, pages }: Calling, name: OperationName, verb: string) {
  if (verb === 'list') {
    return (takes: Given, options?: CallOptions) =>
      new Listing<Given>(
        // A list answers a page.
        () => call(name, takes, options) as Promise<Page<Given>>,
        () => pages(name, takes, options),
      )
  }
  if (!operations[name].path.includes('{id}'))
    return (takes: Given, options?: CallOptions) => call(name, takes, options)
  return (id: string, takes: Given, options?: CallOptions) => call(name, { ...takes, id }, options)
}
