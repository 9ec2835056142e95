import { Button, Modal, SegmentedControl } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  attemptsQuery,
  type Delivery,
  type DeliveryStatus,
  deliveriesQuery,
  type WebhookOwner,
  webhookVerbs,
} from '../../api/webhooks.ts'
import { useWords } from '../../words/words.tsx'
import { CodeBlock } from '../code_block.tsx'
import { Moment } from '../moment.tsx'
import { useNotice } from '../notices.tsx'
import { Section } from '../section.tsx'
import { Empty, LoadFailed, RowsLoading } from '../states.tsx'
import { DataTable } from '../table/data_table.tsx'
import { Listing } from '../table/listing.tsx'
import { useAttempt } from '../use_attempt.ts'
import { DeliveryState, sayWebhookProblem } from './health.tsx'
import classes from './webhooks.module.css'

type Of = { owner: WebhookOwner; webhook_id: string; may_change: boolean }

/** What was sent in the last 30 days, and what became of it. */
export function Deliveries({ owner, webhook_id, may_change }: Of) {
  const { words } = useWords()
  const say = useNotice()
  const queries = useQueryClient()
  const [status, setStatus] = useState<DeliveryStatus | ''>('')
  const [open, setOpen] = useState<Delivery | null>(null)
  const deliveries = useInfiniteQuery(deliveriesQuery(owner, webhook_id, status))
  const listed = deliveries.data?.pages.flatMap(({ data }) => data) ?? []
  const again = useAttempt(async (work: () => Promise<void>) => {
    await work()
    say(words.delivery_resent)
    await queries.invalidateQueries({ queryKey: deliveriesQuery(owner, webhook_id, status).queryKey })
  })
  const verbs = webhookVerbs(owner)
  return (
    <Section
      title={words.deliveries}
      sentence={words.deliveries_sentence}
      action={
        may_change && (
          <Button
            variant="default"
            loading={again.busy}
            onClick={() => again.attempt(() => verbs.resendFailed(webhook_id))}
          >
            {words.deliveries_resend_failed}
          </Button>
        )
      }
    >
      <SegmentedControl
        mb={14}
        aria-label={words.deliveries}
        value={status}
        onChange={(value) => setStatus(value as DeliveryStatus | '')}
        data={[
          { value: '', label: words.deliveries_all },
          ...(['delivered', 'waiting', 'failed', 'skipped'] as const).map((value) => ({
            value,
            label: words[`delivery_${value}`],
          })),
        ]}
      />
      <Listing query={deliveries} count={listed.length} empty={<Empty title={words.deliveries_empty} />}>
        <DeliveryTable
          deliveries={listed}
          open={setOpen}
          resend={may_change ? (id) => again.attempt(() => verbs.resend(id)) : null}
        />
      </Listing>
      <Modal
        opened={open !== null}
        onClose={() => setOpen(null)}
        title={open?.event_name}
        size="xl"
        closeButtonProps={{ 'aria-label': words.close }}
      >
        {open && <Attempts owner={owner} delivery={open} />}
      </Modal>
    </Section>
  )
}

type DeliveryTableProps = {
  deliveries: readonly Delivery[]
  open: (delivery: Delivery) => void
  resend: ((id: string) => void) | null
}

function DeliveryTable({ deliveries, open, resend }: DeliveryTableProps) {
  const { words } = useWords()
  return (
    <DataTable
      label={words.deliveries}
      rows={deliveries}
      columns={[
        {
          id: 'event',
          title: words.delivery_event,
          cell: (one) => (
            <Button variant="subtle" size="compact-sm" onClick={() => open(one)}>
              {one.event_name}
            </Button>
          ),
        },
        { id: 'status', title: words.webhook_health, cell: (one) => <DeliveryState status={one.status} /> },
        {
          id: 'answer',
          title: words.delivery_answer,
          cell: (one) => sayWebhookProblem(words, one.problem, one.answer_status),
        },
        { id: 'attempts', title: words.delivery_attempts, number: true, cell: (one) => one.attempts_count },
        { id: 'last', title: words.delivery_last, cell: (one) => <Moment at={one.last_attempt_at} /> },
        {
          id: 'next',
          title: words.delivery_next,
          cell: (one) => one.next_attempt_at !== null && <Moment at={one.next_attempt_at} />,
        },
      ]}
      actions={
        resend
          ? (one) => (
              <Button size="compact-sm" variant="default" onClick={() => resend(one.id)}>
                {words.delivery_resend}
              </Button>
            )
          : undefined
      }
    />
  )
}

/** What was sent and answered. Answers are text here, whatever they say they are. */
function Attempts({ owner, delivery }: { owner: WebhookOwner; delivery: Delivery }) {
  const { words } = useWords()
  const read = useQuery(attemptsQuery(owner, delivery.id))
  if (read.isPending) return <RowsLoading rows={3} />
  if (read.isError) return <LoadFailed error={read.error} retry={() => void read.refetch()} />
  const { attempts, body } = read.data
  return (
    <div className={classes.attempts}>
      <h3>{words.delivery_request}</h3>
      <p className="hint">{body === null ? words.delivery_request_gone : words.delivery_request_hint}</p>
      {body !== null && <CodeBlock label={words.delivery_request} code={JSON.stringify(JSON.parse(body), null, 2)} />}
      {attempts.map((one) => (
        <div key={one.id}>
          <h3>
            {words.delivery_attempt} {one.attempt}: {sayWebhookProblem(words, one.problem, one.answer_status)}
          </h3>
          <p className="hint">
            <Moment at={one.attempted_at} /> · {one.duration_ms} ms · {one.url} · {one.id}
          </p>
          {one.answer_body && <CodeBlock label={words.delivery_answer} code={one.answer_body} />}
        </div>
      ))}
    </div>
  )
}
