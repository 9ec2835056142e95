import { Button, UnstyledButton } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useSignOut } from '../../api/signing.ts'
import type { Authorization, Session } from '../../api/types.ts'
import { AdministrationPicker, type Reach } from '../../parts/administration_picker.tsx'
import { Note } from '../../parts/note.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import { AskedFor } from './asked_for.tsx'
import classes from './consent_page.module.css'
import { type Decision, useDecision } from './use_decision.ts'

type ConsentFormProps = { query: string; session: Session; authorization: Authorization }

/** Who asks, for what, and where: the person chooses, and the page goes where the service sends the answer. */
export function ConsentForm({ query, session, authorization }: ConsentFormProps) {
  const { words } = useWords()
  const { application, administrations } = authorization
  const [permissions, setPermissions] = useState<string[]>(authorization.permissions)
  const [reach, setReach] = useState<Reach>(() => ({
    all: false,
    ids: administrations.length === 1 ? administrations.map(({ id }) => id) : [],
  }))
  const [tried, setTried] = useState(false)
  const { deciding, refusal, decide } = useDecision(query, session.csrf_token)
  const company = session.company?.name ?? ''
  const hindrance = sayHindrance(authorization, session, words)
  const complete = permissions.length > 0 && (reach.all || reach.ids.length > 0)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    const allows = submitter instanceof HTMLButtonElement && submitter.value === 'allow'
    if (allows && !complete) setTried(true)
    else decide(allows ? 'allow' : 'deny', { permissions, reach })
  }
  return (
    <form onSubmit={submit}>
      <Who application={application} session={session} />
      <div className={classes.parts}>
        {authorization.connected_before && (
          <Note tone="warning">
            <p>{fill(words.consent_connected_before, { company })}</p>
          </Note>
        )}
        {hindrance !== null ? (
          <Note tone="warning">
            <p>{hindrance}</p>
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
        {refusal !== null && (
          <Note tone="bad" title={words.consent_failed} live>
            <p>{refusal}</p>
          </Note>
        )}
      </div>
      <p className="hint">{fill(words.consent_only_if, { application: application.name })}</p>
      <Ways may_allow={hindrance === null} deciding={deciding} />
    </form>
  )
}

/** Why a person can only deny; null when they can let it in. */
function sayHindrance(authorization: Authorization, session: Session, words: Words): string | null {
  const { administrations, may_grant_all, confirm_first } = authorization
  const email_address = session.person?.email_address ?? ''
  if (confirm_first) return fill(words.consent_confirm_first, { email_address })
  if (administrations.length > 0 || may_grant_all) return null
  return fill(words.consent_no_administrations, { company: session.company?.name ?? '' })
}

function Ways({ may_allow, deciding }: { may_allow: boolean; deciding: Decision | null }) {
  const { words } = useWords()
  return (
    <div className={classes.ways}>
      {may_allow && (
        <Button type="submit" value="allow" loading={deciding === 'allow'} disabled={deciding === 'deny'}>
          {words.consent_allow}
        </Button>
      )}
      <Button
        type="submit"
        value="deny"
        variant="default"
        loading={deciding === 'deny'}
        disabled={deciding === 'allow'}
      >
        {words.consent_deny}
      </Button>
    </div>
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
