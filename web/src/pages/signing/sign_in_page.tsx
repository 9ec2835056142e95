import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { session_query } from '../../api/queries.ts'
import { sameOriginPath } from '../../api/same_origin.ts'
import { Note } from '../../parts/note.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { SignInForm } from '../../parts/sign_in_form.tsx'
import { LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useWords } from '../../words/words.tsx'

const route = getRouteApi('/sign_in')

export function SignInPage() {
  const { words } = useWords()
  const router = useRouter()
  const { to, ended } = route.useSearch()
  const session = useQuery(session_query)
  const leave = (): void => router.history.replace(sameOriginPath(to, location.origin) ?? '/')
  return (
    <Sheet>
      <PageHeading title={words.sign_in} sentence={words.sign_in_sentence} />
      <div className="fields">
        {ended && (
          <Note tone="warning">
            <p>{words.session_ended}</p>
          </Note>
        )}
        {session.data?.set_up && (
          <Note tone="warning" title={words.not_set_up_heading}>
            <p>{words.not_set_up_sentence}</p>
          </Note>
        )}
        {session.isPending && <RowsLoading rows={3} />}
        {session.isError && <LoadFailed error={session.error} retry={() => void session.refetch()} />}
        {session.isSuccess && <SignInForm onSignedIn={leave} />}
      </div>
    </Sheet>
  )
}
