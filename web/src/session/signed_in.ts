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

/** How somebody is called where records say whose they are and who did something. */
export const wholeName = ({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim()
