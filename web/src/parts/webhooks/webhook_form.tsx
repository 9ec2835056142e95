import { Button, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { WebhookInput } from '../../api/webhooks.ts'
import { useWords } from '../../words/words.tsx'
import { readEntries } from '../entries.ts'
import { required, useForm } from '../form.ts'
import { FormSheet } from '../form_sheet.tsx'

type WebhookFormProps<Result> = {
  webhook: { url: string; events: readonly string[]; description: string | null } | null
  send: (body: WebhookInput) => Promise<Result>
  done: (result: Result) => void | Promise<void>
  action: string
  children?: ReactNode
}

/** Where events go, and which. */
export function WebhookForm<Result>({ webhook, send, done, action, children }: WebhookFormProps<Result>) {
  const { words } = useWords()
  const form = useForm({
    initial: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: webhook?.events.join('\n') ?? '',
    },
    check: ({ url }) => ({ url: required(url, words) }),
    send: ({ url, description, events }) =>
      send({ url: url.trim(), description: description.trim(), events: readEntries(events) }),
    done,
  })
  return (
    <FormSheet form={form} label={words.webhook}>
      <TextInput
        {...form.text('url')}
        label={words.webhook_url}
        description={words.webhook_url_hint}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      <Textarea
        {...form.text('events')}
        label={words.webhook_events}
        description={words.webhook_events_hint}
        autosize
        minRows={2}
        maxRows={12}
        spellCheck={false}
      />
      <TextInput {...form.text('description')} label={words.webhook_description} autoComplete="off" />
      <div className="ways">
        <Button type="submit" loading={form.busy}>
          {action}
        </Button>
        {children}
      </div>
    </FormSheet>
  )
}
