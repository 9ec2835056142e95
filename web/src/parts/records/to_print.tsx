import { Button, Modal, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { type Batch, batchesQuery, outboxChanged } from '../../api/outbox.ts'
import { useRole } from '../../session/use_role.ts'
import { useToday } from '../../session/use_today.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayDay } from '../../words/formats.ts'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import { required, useForm } from '../form.ts'
import { FormSheet } from '../form_sheet.tsx'
import { FormWays } from '../form_ways.tsx'
import { Icon } from '../icons.tsx'
import { Moment } from '../moment.tsx'
import { useNotice } from '../notices.tsx'
import { Section } from '../section.tsx'
import { Empty, LoadFailed, RowsLoading } from '../states.tsx'
import type { Column } from '../table/columns.ts'
import { DataTable } from '../table/data_table.tsx'
import { useAttempt } from '../use_attempt.ts'
import { DocumentLink } from './document_link.tsx'
import record from './record.module.css'

type Props = {
  administration_id: string
  /** Nothing is shown while there is nothing to do. */
  only_work?: boolean
}

/** Letters on paper: how many lie ready, one PDF of all of them, and which batches were posted. */
export function ToPrint({ administration_id, only_work = false }: Props) {
  const { words } = useWords()
  const { may_work } = useRole(administration_id)
  const query = useQuery(batchesQuery(administration_id))
  const { data } = query
  const has_work = data !== undefined && (data.ready > 0 || data.batches.some(({ posted_on }) => posted_on === null))
  if (only_work && !has_work) return null
  return (
    <div className={record.printing}>
      <Section
        title={words.print_heading}
        sentence={data && sayReady(data.ready, data.letters_max, words)}
        action={may_work && data && data.ready > 0 && <MakeBatch administration_id={administration_id} />}
      >
        {query.isError && <LoadFailed error={query.error} retry={() => void query.refetch()} />}
        {query.isPending && <RowsLoading rows={2} />}
        {data?.batches.length === 0 && <Empty title={words.print_no_batches}>{words.print_no_batches_sentence}</Empty>}
        {data && data.batches.length > 0 && (
          <Batches administration_id={administration_id} batches={data.batches} may_work={may_work} />
        )}
      </Section>
    </div>
  )
}

function sayReady(ready: number, letters_max: number, words: Words): string {
  if (ready === 0) return words.print_nothing_ready
  const said = counted(ready, words.print_ready_one, words.print_ready)
  return ready > letters_max ? `${said} ${fill(words.print_at_most, { count: letters_max })}` : said
}

function MakeBatch({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const { busy, attempt } = useAttempt(async () => {
    const { id, letters, withdrawn } = await ask('letter_batches.make', { administration_id })
    const said = [
      id === null ? words.print_nothing_left : counted(letters, words.print_made_one, words.print_made),
      ...(withdrawn > 0 ? [counted(withdrawn, words.print_withdrawn_one, words.print_withdrawn)] : []),
    ]
    say(said.join(' '))
    await outboxChanged(queries)
  })
  return (
    <Button leftSection={<Icon name="print" size={16} />} loading={busy} onClick={() => attempt()}>
      {words.print_make}
    </Button>
  )
}

type BatchesProps = { administration_id: string; batches: Batch[]; may_work: boolean }

function Batches({ administration_id, batches, may_work }: BatchesProps) {
  const { words } = useWords()
  const [posting, setPosting] = useState<Batch | null>(null)
  const columns: Column<Batch>[] = [
    { id: 'made', title: words.print_made_at, cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      id: 'letters',
      title: words.print_letters,
      cell: ({ letters }) => counted(letters, words.print_letters_one, words.print_letters_count),
    },
    {
      id: 'document',
      title: words.print_document,
      cell: ({ letters, document_url }) =>
        letters > 0 ? <DocumentLink url={document_url}>{words.print_download}</DocumentLink> : '–',
    },
    {
      id: 'posted',
      title: words.print_posted,
      cell: (batch) =>
        batch.posted_on === null && may_work ? (
          <Button size="compact-sm" variant="default" onClick={() => setPosting(batch)}>
            {words.print_mark_posted}
          </Button>
        ) : (
          <Posted batch={batch} />
        ),
    },
  ]
  return (
    <>
      <DataTable label={words.print_batches} rows={batches} columns={columns} />
      {posting && <MarkPosted administration_id={administration_id} batch={posting} onClose={() => setPosting(null)} />}
    </>
  )
}

function Posted({ batch: { posted_on, posted_by } }: { batch: Batch }) {
  const { words, language } = useWords()
  if (posted_on === null) return <span className="hint">{words.print_not_posted}</span>
  const day = sayDay(posted_on, language)
  return posted_by === null ? day : fill(words.print_posted_by, { day, name: posted_by })
}

type MarkPostedProps = { administration_id: string; batch: Batch; onClose: () => void }

/** Asks on which day a batch was posted: terms run from then. */
function MarkPosted({ administration_id, batch, onClose }: MarkPostedProps) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const today = useToday(administration_id)
  const form = useForm({
    initial: { posted_on: today },
    check: ({ posted_on }) => ({ posted_on: required(posted_on, words) }),
    send: ({ posted_on }) => ask('letter_batches.mark_posted', { administration_id, id: batch.id, posted_on }),
    done: async ({ letters }) => {
      onClose()
      say(counted(letters, words.print_marked_one, words.print_marked))
      await outboxChanged(queries)
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.print_mark_posted}
      centered
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <FormSheet form={form} label={words.print_mark_posted}>
        <p style={{ margin: 0 }}>{words.print_mark_posted_sentence}</p>
        <TextInput type="date" label={words.print_posted_on} max={today} data-autofocus {...form.text('posted_on')} />
        <FormWays form={form} submit={words.print_mark_posted} onCancel={onClose} />
      </FormSheet>
    </Modal>
  )
}
