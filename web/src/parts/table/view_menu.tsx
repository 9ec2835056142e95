import { ActionIcon, Button, Checkbox, Menu, Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { ListName, SavedView } from '../../api/saved_views.ts'
import { useRole } from '../../session/use_role.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { Confirm } from '../confirm.tsx'
import { required, useForm } from '../form.ts'
import { FormSheet } from '../form_sheet.tsx'
import { FormWays } from '../form_ways.tsx'
import { Icon } from '../icons.tsx'
import { useNotice } from '../notices.tsx'
import { useAttempt } from '../use_attempt.ts'
import { type ListView, searchOf } from './use_saved_view.ts'
import classes from './view_tabs.module.css'

type ViewMenuProps = { administration_id: string; list: ListName; view: ListView }
type Asked = 'new' | 'edit' | 'remove' | null

/** Keeps what a list shows as a view, and changes the view that is shown. */
export function ViewMenu({ administration_id, list, view }: ViewMenuProps) {
  const { words } = useWords()
  const { current, changed } = view
  const [asked, setAsked] = useState<Asked>(null)
  const go = useGoToView()
  const { update, remove } = useViewVerbs(administration_id, view)
  const own = current?.may_change ? current : undefined
  const close = (): void => setAsked(null)
  return (
    <>
      {changed && own && (
        <Button size="compact-sm" variant="light" loading={update.busy} onClick={update.attempt}>
          {words.view_update}
        </Button>
      )}
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={words.view_menu} className={classes.menu}>
            <Icon name="dots" size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {current && !current.own && <Menu.Label>{fill(words.view_shared_by, { name: current.made_by })}</Menu.Label>}
          <Menu.Item onClick={() => setAsked('new')}>{current ? words.view_save_as : words.view_save}</Menu.Item>
          {current && changed && (
            <Menu.Item
              onClick={() => {
                view.chosen.reset()
                go(searchOf(current))
              }}
            >
              {words.view_back}
            </Menu.Item>
          )}
          {own && <Menu.Item onClick={() => setAsked('edit')}>{words.view_edit}</Menu.Item>}
          {own && (
            <Menu.Item color="red" onClick={() => setAsked('remove')}>
              {words.view_remove}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={asked === 'new' || asked === 'edit'}
        onClose={close}
        title={asked === 'edit' ? words.view_edit_title : words.view_title}
        closeButtonProps={{ 'aria-label': words.close }}
        centered
      >
        <ViewForm {...{ administration_id, list, view, edited: asked === 'edit' ? own : undefined }} onClose={close} />
      </Modal>
      <Confirm
        opened={asked === 'remove'}
        onClose={close}
        title={`${words.view_remove}: ${own?.name ?? ''}`}
        action={words.view_remove}
        onConfirm={remove}
        leads_on
      >
        <p>{words.view_remove_sentence}</p>
      </Confirm>
    </>
  )
}

function useViewVerbs(administration_id: string, { current, present, chosen }: ListView) {
  const { words } = useWords()
  const say = useNotice()
  const go = useGoToView()
  const read = useReadViews(administration_id)
  const { id = '', name = '' } = current ?? {}
  const update = useAttempt(async () => {
    await ask('saved_view_verbs.change', { administration_id, id, ...present })
    await read()
    chosen.reset()
    say(fill(words.view_saved, { name }))
  })
  const remove = async (): Promise<void> => {
    await ask('saved_view_verbs.remove', { administration_id, id })
    // What it showed stays, without its name.
    go(Object.fromEntries(new URLSearchParams(present.search)))
    await read()
    say(fill(words.view_removed, { name }))
  }
  return { update, remove }
}

type ViewFormProps = ViewMenuProps & { edited: SavedView | undefined; onClose: () => void }

function ViewForm({ administration_id, list, view, edited, onClose }: ViewFormProps) {
  const { words } = useWords()
  const say = useNotice()
  const go = useGoToView()
  const read = useReadViews(administration_id)
  const { may_write } = useRole(administration_id)
  const form = useForm({
    initial: { name: edited?.name ?? '', shared: edited?.shared ?? false },
    check: ({ name }) => ({ name: required(name, words) }),
    send: async (values) => {
      if (!edited)
        return (await ask('saved_view_verbs.save', { administration_id, list, ...values, ...view.present })).id
      await ask('saved_view_verbs.change', { administration_id, id: edited.id, ...values })
      return null
    },
    done: async (made, { name }) => {
      await read()
      onClose()
      say(fill(words.view_saved, { name }))
      if (made !== null) go(searchOf({ id: made, search: view.present.search }))
    },
  })
  return (
    <FormSheet form={form} label={edited ? words.view_edit_title : words.view_title}>
      {!edited && <p style={{ margin: 0 }}>{words.view_keeps}</p>}
      <TextInput label={words.view_name} maxLength={60} data-autofocus {...form.text('name')} />
      {may_write && (edited?.own ?? true) && (
        <Checkbox
          label={words.view_shared}
          description={words.view_shared_sentence}
          checked={form.values.shared}
          onChange={({ currentTarget }) => form.set('shared', currentTarget.checked)}
        />
      )}
      <FormWays form={form} submit={words.view_submit} onCancel={onClose} />
    </FormSheet>
  )
}

function useReadViews(administration_id: string): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['saved_views', administration_id] })
}

function useGoToView(): (search: Readonly<Record<string, string>>) => void {
  const navigate = useNavigate()
  // Each page reads only those names of its address that it knows.
  return (search) => void navigate({ to: '.', search: search as never, replace: true })
}
