import { Link } from '@tanstack/react-router'
import type { Application } from '../../api/types.ts'
import { Section } from '../../parts/section.tsx'
import { WebhookList } from '../../parts/webhooks/webhook_list.tsx'
import classes from '../../parts/webhooks/webhooks.module.css'
import { useWords } from '../../words/words.tsx'

/** Where an application gets the events of everybody who is connected to it. */
export function ApplicationWebhooks({ application }: { application: Application }) {
  const { words } = useWords()
  return (
    <Section title={words.nav_webhooks} sentence={words.application_webhooks_sentence}>
      <WebhookList
        owner={{ application_id: application.id }}
        may_change
        link={({ id, url, description }) => (
          <Link
            className={classes.name}
            to="/settings/connections/applications/$application_id/webhooks/$webhook_id"
            params={{ application_id: application.id, webhook_id: id }}
          >
            {description || url}
          </Link>
        )}
      />
    </Section>
  )
}
