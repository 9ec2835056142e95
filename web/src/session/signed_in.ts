import { createContext, useContext } from 'react'
import type { Person, Session } from '../api/types.ts'

export type SignedIn = Session & { person: Person }

export const SignedInContext = createContext<SignedIn | null>(null)

/** Who is signed in, for everything inside the shell. */
export function useSignedIn(): SignedIn {
  const session = useContext(SignedInContext)
  if (session === null) throw new Error('Only pages inside the shell know who is signed in.')
  return session
}
