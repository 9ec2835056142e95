import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ConsoleError } from '../../api/console_error.ts'
import { authorizationQuery, session_query } from '../../api/queries.ts'
import type { Session } from '../../api/types.ts'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { SignInForm } from '../../parts/sign_in_form.tsx'
import { LoadFailed } from '../../parts/states.tsx'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { askedIn, asksTwice } from './asked.ts'
import { ConsentForm } from './consent_form.tsx'
import classes from './consent_page.module.css'

/** Where other software sends a person to be let in. Signing in happens in place: the address carries the question. */
export function ConsentPage() {
  const [query] = useState(() => location.search)
  const session = useQuery(session_query)
  return (
    <Sheet wide={session.data?.person !== null}>
      {session.isPending && <Waiting />}
      {session.isError && <LoadFailed error={session.error} retry={() => void session.refetch()} />}
      {session.isSuccess && !session.data.person && (wasRefused() ? <Refused /> : <SignInFirst query={query} />)}
      {session.isSuccess && session.data.person && <Asked query={query} session={session.data} />}
    </Sheet>
  )
}

function SignInFirst({ query }: { query: string }) {
  const { words } = useWords()
  return (
    <>
      <PageHeading
        title={fill(words.consent_sign_in_heading, { host: hostOf(query) })}
        sentence={words.consent_sign_in_sentence}
      />
      <SignInForm onSignedIn={() => {}} />
    </>
  )
}

/** As what the page was answered; 200 where the browser does not tell. */
function loadedStatus(): number {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded instanceof PerformanceNavigationTiming ? loaded.responseStatus : 200
}

/**
 * A link that cannot be trusted is answered with a page, too, but as a refusal: nobody should sign in for it. What was
 * only too much at the moment the page asks for again.
 */
function wasRefused(): boolean {
  const status = loadedStatus()
  return status >= 400 && status < 500 && status !== 429
}

/** The service has compared the address with the registered one before it showed this page. */
function hostOf(query: string): string {
  const uri = new URLSearchParams(query).get('redirect_uri') ?? ''
  return URL.canParse(uri) ? new URL(uri).host : uri
}

function Asked({ query, session }: { query: string; session: Session }) {
  const { suggest } = useWords()
  const locale = session.person?.locale
  useEffect(() => {
    if (locale) suggest(locale)
  }, [locale, suggest])
  const asked = useQuery(authorizationQuery(askedIn(query)))
  // By now the person has signed in, and the service sends them on with what is wrong.
  if (asksTwice(query)) return loadedStatus() === 200 ? <Leaving to={location.href} /> : <Refused />
  if (asked.isPending) return <Waiting />
  if (asked.isSuccess && asked.data.redirect_to !== null) return <Leaving to={asked.data.redirect_to} />
  if (asked.isSuccess) return <ConsentForm query={query} session={session} authorization={asked.data} />
  const { error } = asked
  if (error instanceof ConsoleError && [400, 404, 422].includes(error.status))
    return <Refused message={error.message} />
  return <LoadFailed error={error} retry={() => void asked.refetch()} />
}

/** The link has an error, which is reported to the application and not to the person. */
function Leaving({ to }: { to: string }) {
  useEffect(() => location.replace(to), [to])
  return <Waiting />
}

function Refused({ message }: { message?: string }) {
  const { words } = useWords()
  return (
    <>
      <PageHeading title={words.consent_refused_heading} sentence={words.consent_refused_sentence} />
      {message && <p>{words.consent_refused_tell}</p>}
      {message && (
        <p className={classes.refusal} lang="en">
          {message}
        </p>
      )}
    </>
  )
}

function Waiting() {
  const { words } = useWords()
  return (
    <div className="fields" role="status" aria-label={words.loading}>
      <Skeleton height={32} width="70%" />
      <Skeleton height={20} />
      <Skeleton height={160} />
      <Skeleton height={40} width="40%" />
    </div>
  )
}
