import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Webhook, type WebhookOwner, webhookQuery, webhooksQuery, webhookVerbs } from '../../api/webhooks.ts'
import { useWords } from '../../words/words.tsx'
import { Moment } from '../moment.tsx'
import { Note } from '../note.tsx'
import { useNotice } from '../notices.tsx'
import { PageHeading } from '../page_heading.tsx'
import { SecretOnce } from '../secret_once.tsx'
import { Card, Section } from '../section.tsx'
import { LoadFailed, RowsLoading } from '../states.tsx'
import { Deliveries } from './deliveries.tsx'
import { Health, sayWebhookProblem } from './health.tsx'
import { WebhookChart } from './webhook_chart.tsx'
import { WebhookForm } from './webhook_form.tsx'
import { WebhookVerbs } from './webhook_verbs.tsx'
import classes from './webhooks.module.css'

type WebhookViewProps = { owner: WebhookOwner; id: string; may_change: boolean; onRemoved: () => Promise<void> }

/** One webhook: how it does, what was sent, and what can be done about it. */
export function WebhookView({ owner, id, may_change, onRemoved }: WebhookViewProps) {
  const { words } = useWords()
  const webhook = useQuery(webhookQuery(owner, id))
  return (
    <>
      <PageHeading title={webhook.data?.description || webhook.data?.url || words.webhook} />
      {webhook.isPending && <RowsLoading rows={6} />}
      {webhook.isError && <LoadFailed error={webhook.error} retry={() => void webhook.refetch()} />}
      {webhook.data && <Loaded owner={owner} webhook={webhook.data} may_change={may_change} onRemoved={onRemoved} />}
    </>
  )
}

type LoadedProps = Omit<WebhookViewProps, 'id'> & { webhook: Webhook }

function Loaded({ owner, webhook, may_change, onRemoved }: LoadedProps) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      {secret !== null && (
        <SecretOnce
          sentence={words.webhook_secret_sentence}
          label={words.webhook_secret}
          secret={secret}
          onStored={() => setSecret(null)}
        />
      )}
      {webhook.status === 'deactivated' && (
        <Note tone="bad" title={words.webhook_deactivated}>
          <p>{words.webhook_deactivated_sentence}</p>
        </Note>
      )}
      <Section title={words.webhook_health}>
        <Card>
          <Facts webhook={webhook} />
          <WebhookChart webhook={webhook} />
        </Card>
        {may_change && (
          <div className={classes.verbs}>
            <WebhookVerbs owner={owner} webhook={webhook} onNewSecret={setSecret} onRemoved={onRemoved} />
          </div>
        )}
      </Section>
      <Deliveries owner={owner} webhook_id={webhook.id} may_change={may_change} />
      {may_change && (
        <Section title={words.change}>
          <Card>
            <WebhookForm
              owner={owner}
              webhook={webhook}
              action={words.save}
              send={(body) => webhookVerbs(owner).update(webhook.id, body)}
              done={async () => {
                say(words.saved)
                await queries.invalidateQueries({ queryKey: webhooksQuery(owner).queryKey })
              }}
            />
          </Card>
        </Section>
      )}
    </>
  )
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { words } = useWords()
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{words.webhook_health}</dt>
        <dd>
          <Health webhook={webhook} /> {sayWebhookProblem(words, webhook.last_problem, null)}
        </dd>
      </div>
      <div>
        <dt>{words.webhook_url}</dt>
        <dd>{webhook.url}</dd>
      </div>
      <div>
        <dt>{words.webhook_last_success}</dt>
        <dd>
          <Moment at={webhook.last_success_at} />
        </dd>
      </div>
      <div>
        <dt>{words.webhook_last_failure}</dt>
        <dd>
          <Moment at={webhook.last_failure_at} />
        </dd>
      </div>
      <div>
        <dt>{words.webhook_secret_renewed}</dt>
        <dd>
          <Moment at={webhook.secret_renewed_at} />
        </dd>
      </div>
    </dl>
  )
}
