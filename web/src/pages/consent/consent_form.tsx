import { Button, UnstyledButton } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useSignOut } from '../../api/signing.ts'
import type { Authorization, Session } from '../../api/types.ts'
import { AdministrationPicker, type Reach } from '../../parts/administration_picker.tsx'
import { Note } from '../../parts/note.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { AskedFor } from './asked_for.tsx'
import classes from './consent_page.module.css'

type ConsentFormProps = { query: string; session: Session; authorization: Authorization }

/** Who asks, for what, and where: the person chooses, and the browser itself carries the answer to the service. */
export function ConsentForm({ query, session, authorization }: ConsentFormProps) {
  const { words } = useWords()
  const { application, administrations, may_grant_all } = authorization
  const [permissions, setPermissions] = useState<string[]>(authorization.permissions)
  const [reach, setReach] = useState<Reach>(() => ({
    all: false,
    ids: administrations.length === 1 ? administrations.map(({ id }) => id) : [],
  }))
  const [tried, setTried] = useState(false)
  const company = session.company?.name ?? ''
  const nothing_to_give = administrations.length === 0 && !may_grant_all
  const complete = permissions.length > 0 && (reach.all || reach.ids.length > 0)
  const submit = (event: SubmitEvent): void => {
    const { submitter } = event.nativeEvent
    const allows = submitter instanceof HTMLButtonElement && submitter.value === 'allow'
    if (!allows || complete) return
    event.preventDefault()
    setTried(true)
  }
  return (
    <form method="post" action="/oauth/authorize" onSubmit={submit}>
      <Carried query={query} csrf_token={session.csrf_token} permissions={permissions} reach={reach} />
      <Who application={application} session={session} />
      <div className={classes.parts}>
        {authorization.connected_before && (
          <Note tone="warning">
            <p>{fill(words.consent_connected_before, { company })}</p>
          </Note>
        )}
        {nothing_to_give ? (
          <Note tone="warning">
            <p>{fill(words.consent_no_administrations, { company })}</p>
          </Note>
        ) : (
          <Choices
            authorization={authorization}
            permissions={permissions}
            onPermissions={setPermissions}
            reach={reach}
            onReach={setReach}
            tried={tried}
          />
        )}
      </div>
      <p className="hint">{fill(words.consent_only_if, { application: application.name })}</p>
      <div className={classes.ways}>
        {nothing_to_give || (
          <Button type="submit" name="decision" value="allow">
            {words.consent_allow}
          </Button>
        )}
        <Button type="submit" name="decision" value="deny" variant="default">
          {words.consent_deny}
        </Button>
      </div>
    </form>
  )
}

type ChoicesProps = {
  authorization: Authorization
  permissions: string[]
  onPermissions: (permissions: string[]) => void
  reach: Reach
  onReach: (reach: Reach) => void
  /** Whether somebody tried to allow it: then the page says what is missing. */
  tried: boolean
}

function Choices({ authorization, permissions, onPermissions, reach, onReach, tried }: ChoicesProps) {
  const { words } = useWords()
  const nowhere = !reach.all && reach.ids.length === 0
  return (
    <>
      <AskedFor
        offered={authorization.permissions}
        chosen={permissions}
        onChange={onPermissions}
        problem={tried && permissions.length === 0 ? words.problem_choose_permissions : null}
      />
      <AdministrationPicker
        label={words.consent_administrations}
        administrations={authorization.administrations}
        may_grant_all={authorization.may_grant_all}
        reach={reach}
        onChange={onReach}
        problem={tried && nowhere ? words.problem_choose_administrations : null}
      />
    </>
  )
}

/** Who asks, where the answer goes, and who is asked. */
function Who({ application, session }: { application: Authorization['application']; session: Session }) {
  const { words } = useWords()
  const { name, company_name, redirect_host } = application
  return (
    <>
      <PageHeading title={fill(words.consent_title, { application: name })}>
        {fill(words.consent_heading, { application: name })}
      </PageHeading>
      <p className={classes.who}>{fill(words.consent_who, { company: company_name, host: redirect_host })}</p>
      <You session={session} />
    </>
  )
}

function You({ session }: { session: Session }) {
  const { words } = useWords()
  const signOut = useSignOut()
  return (
    <p className={classes.you}>
      <span>
        {fill(words.consent_person, { name: session.person?.name ?? '', company: session.company?.name ?? '' })}{' '}
      </span>
      <UnstyledButton className="link" onClick={() => void signOut()}>
        {words.consent_not_you}
      </UnstyledButton>
    </p>
  )
}

type CarriedProps = { query: string; csrf_token: string; permissions: string[]; reach: Reach }

/** What a question consists of. Whatever else stands in a link means nothing, and must not pass for the answer. */
const asked_names: ReadonlySet<string> = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
])

/** Everything of the question goes back as it came, beside the answer. */
function Carried({ query, csrf_token, permissions, reach }: CarriedProps) {
  const asked = [...new URLSearchParams(query)].filter(([name]) => asked_names.has(name))
  const answer = [
    ['csrf_token', csrf_token],
    ['permissions', permissions.join(' ')],
    ['administrations', reach.all ? 'all' : reach.ids.join(' ')],
  ] as const
  return [...asked, ...answer].map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ))
}
