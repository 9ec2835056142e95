import type { Words } from '../words/languages.ts'

const length_min = 12

/** What can be said about a new password without asking the service, which knows the common ones. */
export function passwordProblem(password: string, words: Words): string | null {
  if (password === '') return words.problem_missing
  return [...password].length < length_min ? words.problem_password_short : null
}
