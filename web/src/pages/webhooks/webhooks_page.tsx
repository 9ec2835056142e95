import { getRouteApi, Link } from '@tanstack/react-router'
import { PageHeading } from '../../parts/page_heading.tsx'
import { WebhookList } from '../../parts/webhooks/webhook_list.tsx'
import classes from '../../parts/webhooks/webhooks.module.css'
import { useSignedIn } from '../../session/signed_in.ts'
import { useWords } from '../../words/words.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/webhooks')

/** Where the events of an administration are sent. */
export function WebhooksPage() {
  const { words } = useWords()
  const { administration_id } = route.useParams()
  const { administrations } = useSignedIn()
  const may_change = administrations.some(({ id, role }) => id === administration_id && role === 'administrator')
  return (
    <>
      <PageHeading title={words.nav_webhooks} sentence={words.webhooks_sentence} />
      <WebhookList
        key={administration_id}
        owner={{ administration_id }}
        may_change={may_change}
        link={({ id, url, description }) => (
          <Link
            className={classes.name}
            to="/administrations/$administration_id/webhooks/$webhook_id"
            params={{ administration_id, webhook_id: id }}
          >
            {description || url}
          </Link>
        )}
      />
    </>
  )
}
