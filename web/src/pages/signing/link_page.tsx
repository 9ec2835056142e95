import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ask } from '../../api/client.ts'
import { ConsoleError } from '../../api/console_error.ts'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { LoadFailed } from '../../parts/states.tsx'
import { useWords } from '../../words/words.tsx'
import { LinkForm } from './link_form.tsx'
import { SetUpForm } from './set_up_form.tsx'

/** Where links of mails lead. The token is in the fragment, which no server sees, and leaves the address bar soon. */
export function LinkPage() {
  const { words } = useWords()
  const token = useFragmentToken()
  if (token === '') {
    return (
      <Sheet>
        <PageHeading title={words.link_none_heading} sentence={words.link_none_sentence} />
        <Link className="link" to="/sign_in">
          {words.to_sign_in}
        </Link>
      </Sheet>
    )
  }
  return <OpenedLink key={token} token={token} />
}

function useFragmentToken(): string {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const [token, setToken] = useState(hash)
  useEffect(() => {
    if (hash === '') return
    setToken(hash)
    history.replaceState(history.state, '', location.pathname)
  }, [hash])
  return token
}

function OpenedLink({ token }: { token: string }) {
  const { words } = useWords()
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => ask('link.look', { token }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (link.isPending) {
    return (
      <Sheet>
        <PageHeading title={words.link_title}>{words.link_checking}</PageHeading>
        <Skeleton height={120} />
      </Sheet>
    )
  }
  if (link.isSuccess) {
    return link.data.purpose === 'set_up' ? <SetUpForm token={token} /> : <LinkForm token={token} link={link.data} />
  }
  const dead = link.error instanceof ConsoleError && [404, 409, 422].includes(link.error.status)
  return (
    <Sheet>
      {dead ? (
        <>
          <PageHeading title={words.link_dead_heading} sentence={words.link_dead_sentence} />
          <div className="ways">
            <Link className="link" to="/forgotten_password">
              {words.forgotten_password}
            </Link>
            <Link className="link" to="/sign_in">
              {words.to_sign_in}
            </Link>
          </div>
        </>
      ) : (
        <LoadFailed error={link.error} retry={() => void link.refetch()} />
      )}
    </Sheet>
  )
}
