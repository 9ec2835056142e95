import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { BackLink } from '../../parts/back_link.tsx'
import { WebhookView } from '../../parts/webhooks/webhook_view.tsx'
import { useSignedIn } from '../../session/signed_in.ts'
import { useWords } from '../../words/words.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/webhooks/$webhook_id')

export function WebhookPage() {
  const { words } = useWords()
  const { administration_id, webhook_id } = route.useParams()
  const { administrations } = useSignedIn()
  const navigate = useNavigate()
  const list = { to: '/administrations/$administration_id/webhooks', params: { administration_id } } as const
  return (
    <>
      <BackLink>
        <Link {...list}>{words.nav_webhooks}</Link>
      </BackLink>
      <WebhookView
        key={webhook_id}
        owner={{ administration_id }}
        id={webhook_id}
        may_change={administrations.some(({ id, role }) => id === administration_id && role === 'administrator')}
        onRemoved={() => navigate({ ...list, ignoreBlocker: true })}
      />
    </>
  )
}
