import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConsoleError } from '../../api/console_error.ts'
import { useSignedIn } from '../../session/signed_in.ts'
import { useWords } from '../../words/words.tsx'
import { PageHeading } from '../page_heading.tsx'
import { LoadFailed } from '../states.tsx'

/** Shows a page of an administration to those who can reach it, and tells everybody else what is the matter. */
export function WithinReach({ administration_id, children }: { administration_id: string; children: ReactNode }) {
  const { administrations } = useSignedIn()
  return administrations.some(({ id }) => id === administration_id) ? children : <NoReach />
}

function NoReach() {
  const { words } = useWords()
  return (
    <>
      <PageHeading title={words.record_no_reach_heading} sentence={words.record_no_reach_sentence} />
      <Back />
    </>
  )
}

/** Why a record is not shown. */
export function RecordFailed({ error, retry }: { error: Error; retry: () => void }) {
  const code = error instanceof ConsoleError ? error.code : ''
  if (code === 'not_found') return <Gone />
  if (code === 'forbidden') return <NoReach />
  return <LoadFailed error={error} retry={retry} />
}

function Gone() {
  const { words } = useWords()
  return (
    <>
      <PageHeading title={words.record_gone_heading} sentence={words.record_gone_sentence} />
      <Back />
    </>
  )
}

function Back() {
  const { words } = useWords()
  return (
    <div className="ways">
      <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
        {words.record_back}
      </Button>
    </div>
  )
}
