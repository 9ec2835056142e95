import { Navigate } from '@tanstack/react-router'
import { PageHeading } from '../../parts/page_heading.tsx'
import { lastAdministration } from '../../session/last_administration.ts'
import { useSignedIn } from '../../session/signed_in.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'

/** For somebody who is signed in, but works in no administration yet. */
export function NoAdministrationPage() {
  const { words } = useWords()
  const { administrations, company } = useSignedIn()
  const administration = lastAdministration(administrations)
  if (administration)
    return (
      <Navigate to="/administrations/$administration_id" params={{ administration_id: administration.id }} replace />
    )
  return (
    <PageHeading
      title={words.no_administration_heading}
      sentence={fill(words.no_administration_sentence, { company: company?.name ?? '' })}
    />
  )
}
