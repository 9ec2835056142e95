import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { BackLink } from '../../parts/back_link.tsx'
import { WebhookView } from '../../parts/webhooks/webhook_view.tsx'
import { useWords } from '../../words/words.tsx'

const route = getRouteApi('/signed_in/settings/connections/applications/$application_id/webhooks/$webhook_id')

/** A webhook that gets events of everybody who is connected to an application. */
export function ApplicationWebhookPage() {
  const { words } = useWords()
  const { application_id, webhook_id } = route.useParams()
  const navigate = useNavigate()
  const back = { to: '/settings/connections/applications/$application_id', params: { application_id } } as const
  return (
    <>
      <BackLink>
        <Link {...back}>{words.application}</Link>
      </BackLink>
      <WebhookView
        key={webhook_id}
        owner={{ application_id }}
        id={webhook_id}
        may_change
        onRemoved={() => navigate({ ...back, ignoreBlocker: true })}
      />
    </>
  )
}
