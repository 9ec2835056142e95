import { useQuery } from '@tanstack/react-query'
import { type MailDomain, mail_domain_query } from '../../api/queries.ts'
import { CopyField } from '../../parts/copy_field.tsx'
import { Note } from '../../parts/note.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import classes from './mail.module.css'

/** Whether other servers believe our mails, and the lines that are missing. */
export function MailDomainCheck() {
  const { words } = useWords()
  const { data } = useQuery(mail_domain_query)
  if (!data) return null
  const { domain, signed, checks } = data
  return (
    <Section title={fill(words.mail_domain, { domain })} sentence={words.mail_domain_sentence}>
      {!signed && (
        <div className={classes.note}>
          <Note>
            <p>{words.mail_domain_unsigned}</p>
          </Note>
        </div>
      )}
      <Card>
        <ul className={classes.checks}>
          {checks.map((check) => (
            <Line key={check.name} check={check} />
          ))}
        </ul>
      </Card>
    </Section>
  )
}

function Line({ check: { name, state, host, found, line } }: { check: MailDomain['checks'][number] }) {
  const { words } = useWords()
  return (
    <li>
      <span>
        <strong>{name.toUpperCase()}</strong> {words[`mail_domain_${state}`]}
      </span>
      {state !== 'ok' && line !== '' && (
        <>
          <CopyField label={words.mail_domain_name} value={host} />
          <CopyField label={words.mail_domain_line} value={line} />
          {found.length > 0 && <p className="hint">{fill(words.mail_domain_found, { found: found.join(' | ') })}</p>}
        </>
      )}
    </li>
  )
}
