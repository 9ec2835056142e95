import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { event_families } from '../../api/events.generated.ts'
import type { WebhookInput, WebhookOwner } from '../../api/webhooks.ts'
import { useWords } from '../../words/words.tsx'
import { required, useForm } from '../form.ts'
import { FormSheet } from '../form_sheet.tsx'
import { EventPicker } from './event_picker.tsx'

type WebhookFormProps<Result> = {
  owner: WebhookOwner
  webhook: { url: string; events: readonly string[]; description: string | null } | null
  send: (body: WebhookInput) => Promise<Result>
  done: (result: Result) => void | Promise<void>
  action: string
  children?: ReactNode
}

/** Where events go, and which. */
export function WebhookForm<Result>({ owner, webhook, send, done, action, children }: WebhookFormProps<Result>) {
  const { words } = useWords()
  const form = useForm({
    initial: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: { every: !webhook?.events.length, names: webhook?.events ?? [] },
    },
    check: ({ url, events: { every, names } }) => ({
      url: required(url, words),
      events: every || names.length > 0 ? null : words.webhook_events_required,
    }),
    send: ({ url, description, events: { every, names } }) =>
      send({ url: url.trim(), description: description.trim(), events: every ? [] : [...names] }),
    done,
  })
  return (
    <FormSheet form={form} label={words.webhook} guarded>
      <TextInput
        {...form.text('url')}
        label={words.webhook_url}
        description={words.webhook_url_hint}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      <EventPicker
        offered={offeredTo(owner)}
        chosen={form.values.events}
        onChange={(events) => form.set('events', events)}
        problem={form.problem('events')}
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

/** Events of an account are for applications alone. */
function offeredTo(owner: WebhookOwner) {
  if ('application_id' in owner) return event_families
  const { company: _, ...others } = event_families
  return others
}
