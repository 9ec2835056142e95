import { Button, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import { ExampleFile } from '../imports/example_file.tsx'
import classes from './first_hour.module.css'

type FirstSideProps = { administration_id: string; runs_company: boolean; sandbox_id: string | undefined }

/** What it will look like, who could help, and what a file needs. */
export function FirstSide({ administration_id, runs_company, sandbox_id }: FirstSideProps) {
  const { words } = useWords()
  return (
    <div className={classes.side}>
      <section className={classes.note} aria-labelledby="first-today">
        <h2 id="first-today">{words.first_side_today}</h2>
        <p>{words.first_side_today_sentence}</p>
        <ol className={classes.sketch} aria-hidden="true">
          {[1, 2, 3].map((place) => (
            <li key={place}>
              <span>{place}</span>
              <span className={classes.strokes}>
                <span style={{ width: `${78 - place * 9}%` }} />
                <span style={{ width: `${34 + place * 6}%` }} />
              </span>
              <Icon name="phone" size={14} />
            </li>
          ))}
        </ol>
        {sandbox_id && (
          <Link
            className="link"
            to="/administrations/$administration_id"
            params={{ administration_id: sandbox_id }}
            activeProps={{}}
          >
            {words.first_side_today_way}
          </Link>
        )}
      </section>
      {runs_company && (
        <section className={classes.note} aria-labelledby="first-others">
          <h2 id="first-others">{words.first_side_others}</h2>
          <p>{words.first_side_others_sentence}</p>
          <Invite />
        </section>
      )}
      <section className={classes.note} aria-labelledby="first-file">
        <h2 id="first-file">{words.first_side_file}</h2>
        <p>{words.first_side_file_sentence}</p>
        <ExampleFile kind="xlsx" />
        <Link className="link" to="/administrations/$administration_id/imports" params={{ administration_id }}>
          {words.first_side_file_way}
        </Link>
      </section>
    </div>
  )
}

/** The address goes along to the form that asks for the rest. */
function Invite() {
  const { words } = useWords()
  const navigate = useNavigate()
  const [address, setAddress] = useState('')
  return (
    <form
      className={classes.invite}
      aria-label={words.first_side_others_way}
      onSubmit={(event) => {
        event.preventDefault()
        void navigate({ to: '/settings/users/new', search: address.trim() ? { email_address: address.trim() } : {} })
      }}
    >
      <TextInput
        type="email"
        aria-label={words.first_side_others_address}
        placeholder={words.first_side_others_example}
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {words.first_side_others_invite}
      </Button>
    </form>
  )
}
