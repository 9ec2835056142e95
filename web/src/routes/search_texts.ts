/** What a list is narrowed down to stands in its address, so that it can be passed on. Only these names are read. */
export function searchTexts<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [One in Name]?: string } => {
    const filled = names.filter((name) => typeof search[name] === 'string' && search[name] !== '')
    // Each of the names that are left has a text.
    return Object.fromEntries(filled.map((name) => [name, search[name]])) as { [One in Name]?: string }
  }
}
