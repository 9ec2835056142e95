import { PageHeading } from '../../parts/page_heading.tsx'
import { useSignedIn } from '../../session/signed_in.ts'
import { useWords } from '../../words/words.tsx'
import { PasswordPart } from './password_part.tsx'
import { ProfilePart } from './profile_part.tsx'
import { SessionsPart } from './sessions_part.tsx'
import { TwoStepPart } from './two_step_part.tsx'

/** A person's own account. */
export function AccountPage() {
  const { words } = useWords()
  const { person } = useSignedIn()
  return (
    <>
      <PageHeading title={words.account} sentence={words.account_sentence} />
      <ProfilePart person={person} />
      <PasswordPart />
      <TwoStepPart person={person} />
      <SessionsPart />
    </>
  )
}
