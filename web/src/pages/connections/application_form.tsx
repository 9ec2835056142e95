import { Button, Radio, TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { permission_names } from '../../api/generated.ts'
import type { Application, ApplicationInput, GrantType } from '../../api/types.ts'
import { addressesProblem, mailsProblem, readEntries } from '../../parts/entries.ts'
import { EntriesField } from '../../parts/entries_field.tsx'
import { required, useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { PermissionGrid } from '../../parts/permission_grid.tsx'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import classes from './connections.module.css'

type Values = {
  grant_type: GrantType
  name: string
  redirect_uri: string
  permissions: string[]
  ip_allow_list: string
  notification_email_addresses: string
}

type ApplicationFormProps<Result> = {
  application: Application | null
  send: (body: ApplicationInput) => Promise<Result>
  done: (result: Result) => void | Promise<void>
  action: string
  children?: ReactNode
}

/** The form of a new application, and of one that exists, whose kind is fixed. */
export function ApplicationForm<Result>(props: ApplicationFormProps<Result>) {
  const { application, send, done, action, children } = props
  const { words } = useWords()
  const form = useForm<Values, Result>({
    initial: valuesOf(application),
    check: problems,
    send: (values) => send(bodyOf(values)),
    done,
  })
  const { values } = form
  return (
    <FormSheet form={form} guarded>
      <TextInput
        {...form.text('name')}
        label={words.application_name}
        description={words.application_name_hint}
        autoComplete="off"
      />
      {application === null && <Kinds chosen={values.grant_type} onChange={(kind) => form.set('grant_type', kind)} />}
      {values.grant_type === 'authorization_code' && <RedirectField {...form.text('redirect_uri')} />}
      <div>
        <PermissionGrid
          label={words.application_permissions}
          offered={permission_names}
          chosen={values.permissions}
          onChange={(permissions) => form.set('permissions', permissions)}
          problem={form.problem('permissions')}
        />
        {application && <p className="hint">{words.application_removed_permissions}</p>}
      </div>
      <EntriesField
        {...form.text('ip_allow_list')}
        label={optional(words.application_addresses, values.grant_type === 'authorization_code', words)}
        description={words.application_addresses_hint}
        problem={addressesProblem(values.ip_allow_list, words)}
      />
      <EntriesField
        {...form.text('notification_email_addresses')}
        label={optional(words.application_notifications, true, words)}
        description={words.application_notifications_hint}
        problem={form.problem('notification_email_addresses')}
      />
      <div className="ways">
        <Button type="submit" loading={form.busy}>
          {action}
        </Button>
        {children}
      </div>
    </FormSheet>
  )
}

export const optional = (label: string, is_optional: boolean, words: Words): string =>
  is_optional ? `${label} (${words.optional})` : label

function valuesOf(application: Application | null): Values {
  return {
    grant_type: application?.grant_type ?? 'authorization_code',
    name: application?.name ?? '',
    redirect_uri: application?.redirect_uri ?? '',
    permissions: application?.permissions ?? [],
    ip_allow_list: application?.ip_allow_list.join('\n') ?? '',
    notification_email_addresses: application?.notification_email_addresses.join('\n') ?? '',
  }
}

function problems(values: Values, words: Words) {
  const by_itself = values.grant_type === 'client_credentials'
  const addresses = readEntries(values.ip_allow_list)
  return {
    name: required(values.name, words),
    redirect_uri: by_itself ? null : required(values.redirect_uri, words),
    permissions: values.permissions.length === 0 ? words.problem_choose_permissions : null,
    ip_allow_list:
      by_itself && addresses.length === 0
        ? words.application_addresses_required
        : addressesProblem(values.ip_allow_list, words),
    notification_email_addresses: mailsProblem(values.notification_email_addresses, words),
  }
}

function bodyOf(values: Values): ApplicationInput {
  return {
    grant_type: values.grant_type,
    name: values.name.trim(),
    ...(values.grant_type === 'authorization_code' ? { redirect_uri: values.redirect_uri.trim() } : {}),
    permissions: values.permissions,
    ip_allow_list: readEntries(values.ip_allow_list),
    notification_email_addresses: readEntries(values.notification_email_addresses),
  }
}

type TextField = Pick<TextInputProps, 'name' | 'value' | 'onChange' | 'error'>

function RedirectField(field: TextField) {
  const { words } = useWords()
  return (
    <TextInput
      {...field}
      label={words.application_redirect_uri}
      description={words.application_redirect_uri_hint}
      placeholder="https://app.example.com/callback"
      type="url"
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

const kinds = ['authorization_code', 'client_credentials'] as const

function Kinds({ chosen, onChange }: { chosen: GrantType; onChange: (kind: GrantType) => void }) {
  const { words } = useWords()
  return (
    <fieldset className={classes.kinds}>
      <legend>{words.application_kind}</legend>
      <div className={classes.kind_list}>
        {kinds.map((kind) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the radio inside is the control, and has a label of its own.
          <label key={kind} className={classes.kind}>
            <Radio
              name="grant_type"
              label={words[`kind_${kind}`]}
              checked={chosen === kind}
              onChange={() => onChange(kind)}
            />
            <p className={classes.kind_sentence}>{words[`kind_${kind}_sentence`]}</p>
          </label>
        ))}
      </div>
      <span className="hint">{words.kind_fixed}</span>
    </fieldset>
  )
}
