import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Webhook, type WebhookOwner, webhooksQuery, webhookVerbs } from '../../api/webhooks.ts'
import { useWords } from '../../words/words.tsx'
import { Moment } from '../moment.tsx'
import { SecretOnce } from '../secret_once.tsx'
import { Empty } from '../states.tsx'
import { DataTable } from '../table/data_table.tsx'
import { Listing } from '../table/listing.tsx'
import { Health } from './health.tsx'
import { WebhookForm } from './webhook_form.tsx'
import classes from './webhooks.module.css'

type WebhookListProps = {
  owner: WebhookOwner
  /** The name of a webhook, as a link to its page. */
  link: (webhook: Webhook) => ReactNode
  /** Whether the reader may make one. */
  may_change: boolean
}

/** Webhooks with their health at a glance, and the way to a new one. */
export function WebhookList({ owner, link, may_change }: WebhookListProps) {
  const { words } = useWords()
  const queries = useQueryClient()
  const webhooks = useQuery(webhooksQuery(owner))
  const [making, form] = useDisclosure(false)
  const [secret, setSecret] = useState<string | null>(null)
  const create = may_change && <Button onClick={form.open}>{words.webhook_new}</Button>
  const listed = webhooks.data ?? []
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
      {listed.length > 0 && <div className={classes.make}>{create}</div>}
      <Listing
        query={webhooks}
        count={listed.length}
        expected={2}
        empty={
          <Empty title={words.webhooks_empty} action={create}>
            {words.webhooks_empty_sentence}
          </Empty>
        }
      >
        <WebhookTable webhooks={listed} link={link} />
      </Listing>
      <Modal
        opened={making}
        onClose={form.close}
        title={words.webhook_new}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <WebhookForm
          owner={owner}
          webhook={null}
          action={words.webhook_create}
          send={webhookVerbs(owner).create}
          done={async (made: string) => {
            form.close()
            setSecret(made)
            await queries.invalidateQueries({ queryKey: webhooksQuery(owner).queryKey })
          }}
        />
      </Modal>
    </>
  )
}

function WebhookTable({ webhooks, link }: { webhooks: readonly Webhook[]; link: WebhookListProps['link'] }) {
  const { words } = useWords()
  return (
    <DataTable
      label={words.nav_webhooks}
      rows={webhooks}
      columns={[
        { id: 'url', title: words.webhook_url, sort: ({ url }) => url, cell: link },
        { id: 'health', phone: 'below', title: words.webhook_health, cell: (webhook) => <Health webhook={webhook} /> },
        {
          id: 'events',
          title: words.webhook_events,
          cell: ({ events }) => (events.length === 0 ? words.webhook_all_events : events.length),
        },
        {
          id: 'success',
          phone: 'beside',
          title: words.webhook_last_success,
          cell: ({ last_success_at }) => <Moment at={last_success_at} />,
        },
        { id: 'waiting', title: words.delivery_waiting, number: true, cell: ({ waiting_count }) => waiting_count },
        { id: 'failed', title: words.delivery_failed, number: true, cell: ({ failed_count }) => failed_count },
      ]}
    />
  )
}
