/** Why an attempt failed. Each has words on the pages. */
export const problems = [
  /** Something else than 2xx was answered. */
  'answer',
  /** No whole answer came in time. */
  'timeout',
  /** The name leads to no address. */
  'unknown_name',
  /** The name or address leads inside, where nothing is sent. */
  'forbidden_address',
  /** Nobody listens there. */
  'refused',
  /** The certificate is not valid for that name. */
  'certificate',
  /** Led on too often, or to where nothing can be sent. */
  'redirect',
  /** The connection broke, or what came is no HTTP. */
  'broken_off',
  /** The key of the installation is another one than when the secret was made, so nothing can be signed. */
  'secret_lost',
] as const

export type Problem = (typeof problems)[number]

/** An attempt that led to no answer. It carries no more than a word: what lies inside is nobody's business. */
export class Undelivered extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem)
    this.problem = problem
  }
}
