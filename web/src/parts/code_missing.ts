/** The code of a page did not come: the service is away, or a new release took the place of the one that is open. */
export class CodeMissing extends Error {
  constructor(cause: unknown) {
    super('The code of this page did not come.', { cause })
  }
}
