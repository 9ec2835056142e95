import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSignedIn } from '../../session/signed_in.ts'
import { useAdministration } from '../../session/use_administration.ts'
import { useRole } from '../../session/use_role.ts'
import { useWords } from '../../words/words.tsx'
import { Icon, type IconName } from '../icons.tsx'
import { FileDrop } from '../imports/file_drop.tsx'
import { NewSandbox } from '../sandbox/new_sandbox.tsx'
import classes from './first_hour.module.css'

type Of = { administration_id: string }

/** How invoices come in: a file, software, or a game before that. */
export function Ways({ administration_id }: Of) {
  const { words } = useWords()
  const { administrations, person } = useSignedIn()
  const runs_company = person.company_role === 'administrator'
  const here = useAdministration(administration_id)
  const sandbox = administrations.find((one) => one.sandbox && one.id !== administration_id)
  return (
    <ul className={classes.ways}>
      <BringFile administration_id={administration_id} />
      <ConnectSoftware />
      {!here?.sandbox && (sandbox || runs_company) && (
        <Way icon="sandbox" title={words.first_hour_play} sentence={words.first_hour_play_sentence}>
          {sandbox ? (
            <OpenSandbox administration_id={sandbox.id} />
          ) : (
            <MakeSandbox administration_id={administration_id} />
          )}
        </Way>
      )}
    </ul>
  )
}

function OpenSandbox({ administration_id }: Of) {
  const { words } = useWords()
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link to="/administrations/$administration_id/sandbox" params={{ administration_id }} {...props} />
      )}
    >
      {words.first_hour_play_action}
    </Button>
  )
}

function MakeSandbox({ administration_id }: Of) {
  const { words } = useWords()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {words.new_sandbox}
      </Button>
      <NewSandbox opened={opened} onClose={() => setOpened(false)} like_id={administration_id} />
    </>
  )
}

function BringFile({ administration_id }: Of) {
  const { words } = useWords()
  const { may_work } = useRole(administration_id)
  const said = { icon: 'upload', title: words.first_hour_bring, sentence: words.first_hour_bring_sentence } as const
  if (!may_work) {
    return (
      <Way {...said}>
        <span className="hint">{words.first_hour_bring_ask}</span>
      </Way>
    )
  }
  return (
    <li className={classes.way} data-first>
      <FileDrop administration_id={administration_id} within={<About {...said} />} />
    </li>
  )
}

function ConnectSoftware() {
  const { words } = useWords()
  const runs_company = useSignedIn().person.company_role === 'administrator'
  return (
    <Way
      icon="connections"
      title={words.first_hour_connect}
      sentence={
        <>
          {words.first_hour_connect_sentence}{' '}
          <a className="link" href="/docs">
            {words.first_hour_write_action}
          </a>
        </>
      }
    >
      {runs_company ? (
        <>
          <Button variant="default" renderRoot={(props) => <Link to="/settings/connections" {...props} />}>
            {words.first_hour_connect_action}
          </Button>
          <Link className="link" to="/settings/connections/api_tokens/new">
            {words.first_hour_token}
          </Link>
        </>
      ) : (
        <span className="hint">{words.first_hour_ask}</span>
      )}
    </Way>
  )
}

type AboutProps = { icon: IconName; title: string; sentence: ReactNode }

function Way({ children, ...about }: AboutProps & { children: ReactNode }) {
  return (
    <li className={classes.way}>
      <About {...about} />
      <div className={classes.action}>{children}</div>
    </li>
  )
}

function About({ icon, title, sentence }: AboutProps) {
  return (
    <>
      <span className={classes.sign}>
        <Icon name={icon} size={18} />
      </span>
      <h3>{title}</h3>
      <p>{sentence}</p>
    </>
  )
}
