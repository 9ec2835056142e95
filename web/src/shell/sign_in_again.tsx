import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { session_query } from '../api/queries.ts'
import type { Person } from '../api/types.ts'
import { SignInForm } from '../parts/sign_in_form.tsx'
import { useWords } from '../words/words.tsx'

/**
 * Asks somebody whose session ended to sign in again, above the page that they were on: what was typed there stays.
 * Somebody else begins with a page of their own.
 */
export function SignInAgain({ person }: { person: Person }) {
  const { words } = useWords()
  // They may sign in on another tab too.
  useQuery({ ...session_query, refetchOnWindowFocus: 'always' })
  return (
    <Modal
      opened
      onClose={() => {}}
      title={words.session_again_title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      centered
      zIndex={300}
    >
      <p role="alert">{words.session_again_sentence}</p>
      <SignInForm
        again={person}
        onSignedIn={({ person: now }) => {
          if (now?.id !== person.id) location.assign('/')
        }}
      />
    </Modal>
  )
}
