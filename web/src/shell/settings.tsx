import { Button } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import { PageHeading } from '../parts/page_heading.tsx'
import { useSignedIn } from '../session/signed_in.ts'
import { fill } from '../words/fill.ts'
import { useWords } from '../words/words.tsx'

/** The settings, or for everybody else who can help. */
export function Settings() {
  const { words } = useWords()
  const { person, company } = useSignedIn()
  if (person.company_role === 'administrator') return <Outlet />
  return (
    <>
      <PageHeading
        title={words.no_role_heading}
        sentence={fill(words.no_role_sentence, { company: company?.name ?? '' })}
      />
      <Button renderRoot={(props) => <Link to="/" {...props} />} variant="default">
        {words.no_role_back}
      </Button>
    </>
  )
}
