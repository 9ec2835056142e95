import { Navigate } from '@tanstack/react-router'
import { PageHeading } from '../../parts/page_heading.tsx'
import { lastAdministration } from '../../shell/last_administration.ts'
import { useSignedIn } from '../../shell/signed_in.tsx'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'

/** For somebody who is signed in, but works in no administration yet. */
export function NoAdministrationPage() {
  const { words } = useWords()
  const { administrations, company } = useSignedIn()
  const found = lastAdministration(administrations)
  if (found)
    return <Navigate to="/administrations/$administration_id" params={{ administration_id: found.id }} replace />
  return (
    <PageHeading
      title={words.no_administration_heading}
      sentence={fill(words.no_administration_sentence, { company: company?.name ?? '' })}
    />
  )
}
