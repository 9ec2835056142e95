import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { permission_names } from '../../api/generated.ts'
import type { ApiToken, ApiTokenInput } from '../../api/types.ts'
import { AdministrationPicker } from '../../parts/administration_picker.tsx'
import { addressesProblem, readEntries } from '../../parts/entries.ts'
import { EntriesField } from '../../parts/entries_field.tsx'
import { required, useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { PermissionGrid } from '../../parts/permission_grid.tsx'
import { useSignedIn } from '../../session/signed_in.ts'
import { useWords } from '../../words/words.tsx'
import { optional } from './application_form.tsx'

type ApiTokenFormProps<Result> = {
  token: ApiToken | null
  send: (body: ApiTokenInput) => Promise<Result>
  done: (result: Result) => void | Promise<void>
  action: string
  children?: ReactNode
}

/** The form of a static token, new or known. */
export function ApiTokenForm<Result>({ token, send, done, action, children }: ApiTokenFormProps<Result>) {
  const { words } = useWords()
  const { administrations } = useSignedIn()
  const form = useApiTokenForm({ token, send, done })
  return (
    <FormSheet form={form} guarded>
      <TextInput
        {...form.text('name')}
        label={words.token_name}
        description={words.token_name_hint}
        autoComplete="off"
      />
      <PermissionGrid
        label={words.token_permissions}
        offered={permission_names}
        chosen={form.values.permissions}
        onChange={(permissions) => form.set('permissions', permissions)}
        problem={form.problem('permissions')}
      />
      <AdministrationPicker
        label={words.consent_administrations}
        administrations={administrations}
        may_grant_all
        reach={form.values.administration_ids}
        onChange={(reach) => form.set('administration_ids', reach)}
        problem={form.problem('administration_ids')}
      />
      <EntriesField
        {...form.text('ip_allow_list')}
        label={optional(words.application_addresses, true, words)}
        description={words.token_addresses_hint}
        problem={addressesProblem(form.values.ip_allow_list, words)}
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

/** The values of a token, what is wrong with them, and the way to send them. */
function useApiTokenForm<Result>({ token, send, done }: Pick<ApiTokenFormProps<Result>, 'token' | 'send' | 'done'>) {
  const { words } = useWords()
  return useForm({
    initial: {
      name: token?.name ?? '',
      permissions: token?.permissions ?? [],
      administration_ids: {
        all: token?.all_administrations ?? false,
        ids: token?.administrations.map(({ id }) => id) ?? [],
      },
      ip_allow_list: token?.ip_allow_list.join('\n') ?? '',
    },
    check: ({ name, permissions, administration_ids: { all, ids }, ip_allow_list }) => ({
      name: required(name, words),
      permissions: permissions.length === 0 ? words.problem_choose_permissions : null,
      administration_ids: all || ids.length > 0 ? null : words.problem_choose_administrations,
      ip_allow_list: addressesProblem(ip_allow_list, words),
    }),
    send: ({ name, permissions, administration_ids: { all, ids }, ip_allow_list }) =>
      send({
        name: name.trim(),
        permissions,
        all_administrations: all,
        administration_ids: all ? [] : ids,
        ip_allow_list: readEntries(ip_allow_list),
      }),
    done,
  })
}
