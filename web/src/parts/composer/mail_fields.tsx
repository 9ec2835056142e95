import { CloseButton, FileButton, TextInput } from '@mantine/core'
import { type RefObject, useId, useRef } from 'react'
import type { ComposerFacts } from '../../api/composer.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import { Chooser } from './chooser.tsx'
import classes from './composer.module.css'
import { sayReplyText } from './say_reply_text.ts'
import { type useComposer, with_document } from './use_composer.ts'

type Writing = ReturnType<typeof useComposer>

/** To whom it goes, about what, and what goes along. */
export function MailFields({ composer, facts }: { composer: Writing; facts: ComposerFacts }) {
  const { words } = useWords()
  const id = useId()
  const { draft, set, problem } = composer
  const bounced = facts.undeliverable.filter((one) => draft.to.toLowerCase().includes(one))
  return (
    <div className={classes.fields}>
      <div className={classes.field}>
        <label className={classes.label} htmlFor={`${id}-to`}>
          {words.composer_to}
        </label>
        <TextInput
          id={`${id}-to`}
          variant="unstyled"
          value={draft.to}
          error={
            (problem?.place === 'to' && problem.sentence) ||
            (bounced.length > 0 && fill(words.composer_bounced, { address: bounced.join(', ') }))
          }
          onChange={(event) => set({ to: event.currentTarget.value })}
        />
      </div>
      <div className={classes.field}>
        <label className={classes.label} htmlFor={`${id}-subject`}>
          {words.composer_subject}
        </label>
        <TextInput
          id={`${id}-subject`}
          variant="unstyled"
          value={draft.subject}
          error={problem?.place === 'subject' && problem.sentence}
          onChange={(event) => set({ subject: event.currentTarget.value })}
        />
      </div>
      <Attached composer={composer} />
    </div>
  )
}

function Attached({ composer: { draft, set, files, setFiles } }: { composer: Writing }) {
  const { words } = useWords()
  if (draft.documents.length + files.length === 0) return null
  return (
    <ul className={classes.attached} aria-label={words.composer_attached}>
      {draft.documents.map((one) => (
        <Along
          key={one.checksum}
          name={one.filename}
          onRemove={() => set({ documents: draft.documents.filter(({ checksum }) => checksum !== one.checksum) })}
        />
      ))}
      {files.map((file, place) => (
        <Along
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name.
          key={`${place} ${file.name}`}
          name={file.name}
          onRemove={() => setFiles(files.filter((one) => one !== file))}
        />
      ))}
    </ul>
  )
}

function Along({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { words } = useWords()
  return (
    <li className={classes.along}>
      <Icon name="invoices" size={14} /> {name}
      <CloseButton size="xs" aria-label={fill(words.composer_remove, { name })} onClick={onRemove} />
    </li>
  )
}

const upload = 'upload'

type ToolProps = { composer: Writing; facts: ComposerFacts; text: RefObject<HTMLTextAreaElement | null>; keys: boolean }

/** Puts in a text, and what goes along. */
export function MailTools({ composer, facts, text, keys }: ToolProps) {
  const { words } = useWords()
  const { draft, set, files, addFiles } = composer
  const open = useRef<(() => void) | null>(null)
  const attach = (document: { checksum: string; filename: string } | undefined) =>
    document && !draft.documents.some(({ checksum }) => checksum === document.checksum)
      ? [...draft.documents, { checksum: document.checksum, filename: document.filename }]
      : draft.documents
  const putIn = (code: string): void => {
    const chosen = facts.texts.find((one) => one.code === code)
    if (!chosen) return
    const before = facts.texts.find((one) => one.code === draft.text_code)
    // What stood there by a text gives way to the next one; what a person typed stays below it.
    const typed = before && draft.body === before.body ? '' : draft.body
    const own_document = facts.documents.find(({ invoice_id }) => invoice_id === facts.invoice_id)
    set({
      text_code: code,
      body: typed === '' ? chosen.body : `${chosen.body}\n\n${typed}`,
      ...(draft.subject.trim() === '' ? { subject: chosen.subject } : {}),
      ...(code === with_document ? { documents: attach(own_document) } : {}),
    })
    setTimeout(() => text.current?.focus())
  }
  const choose = (value: string): void => {
    if (value === upload) {
      open.current?.()
      return
    }
    set({ documents: attach(facts.documents.find(({ checksum }) => checksum === value)) })
    setTimeout(() => text.current?.focus())
  }
  return (
    <>
      <Chooser
        label={words.composer_template}
        icon="letters"
        shortcut={keys ? 't' : undefined}
        numbered
        choices={facts.texts.map(({ code, name }) => ({ value: code, label: name ?? sayReplyText(words, code) }))}
        onChoose={putIn}
      />
      <Chooser
        label={words.composer_attach}
        icon="plus"
        shortcut={keys ? 'u' : undefined}
        choices={[
          ...facts.documents.map(({ checksum, invoice_number, filename }) => ({
            ...{ value: checksum, label: invoice_number, hint: filename },
          })),
          { value: upload, label: words.composer_upload },
        ]}
        onChoose={choose}
      />
      <FileButton multiple onChange={(more) => addFiles(more)} key={files.length}>
        {({ onClick }) => {
          open.current = onClick
          return null
        }}
      </FileButton>
    </>
  )
}
