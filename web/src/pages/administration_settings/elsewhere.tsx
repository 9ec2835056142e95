import { Link } from '@tanstack/react-router'
import { Card, Section } from '../../parts/section.tsx'
import { useSignedIn } from '../../session/signed_in.ts'
import { useWords } from '../../words/words.tsx'
import classes from './settings.module.css'

/** What is arranged on pages of its own, each with what it does. */
export function Elsewhere({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const { person } = useSignedIn()
  const ways = [
    ['/settings/users', words.nav_users, words.elsewhere_users],
    ['/settings/mail', words.nav_mail, words.elsewhere_mail],
    ['/settings/connections', words.nav_connections, words.elsewhere_connections],
  ] as const
  return (
    <Section title={words.settings_elsewhere}>
      <Card>
        <ul className={classes.elsewhere}>
          <li>
            <Link className="link" to="/administrations/$administration_id/webhooks" params={{ administration_id }}>
              {words.nav_webhooks}
            </Link>
            <span className="hint">{words.elsewhere_webhooks}</span>
          </li>
          {person.company_role === 'administrator' &&
            ways.map(([to, name, effect]) => (
              <li key={to}>
                <Link className="link" to={to}>
                  {name}
                </Link>
                <span className="hint">{effect}</span>
              </li>
            ))}
        </ul>
      </Card>
    </Section>
  )
}
