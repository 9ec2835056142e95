import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { ask } from '../../api/client.ts'
import type { LetterText } from '../../api/outbox.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { Note } from '../../parts/note.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { InPageTools } from '../../parts/page_tools.tsx'
import { BodyField } from '../../parts/texts/body_field.tsx'
import { insertedIn } from '../../parts/texts/marks.ts'
import { useWriting } from '../../parts/texts/use_writing.ts'
import type { Variable } from '../../parts/texts/variable.ts'
import { useUnsaved } from '../../parts/unsaved.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { usePhone } from '../../parts/use_phone.ts'
import { useAdministration } from '../../session/use_administration.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import classes from './letters.module.css'
import { sayTextProblem } from './say_problem.ts'
import { TextPreview } from './text_preview.tsx'
import { TextUse } from './text_use.tsx'
import { TextVersions } from './text_versions.tsx'
import { usePreview } from './use_preview.ts'
import { VariableList } from './variable_list.tsx'

type Props = {
  administration_id: string
  text: LetterText
  variables: readonly Variable[]
  may_change: boolean
}

/** A text while it is edited: what is wrong with it, what it becomes, and everything that it can name. */
export function TextEditor({ administration_id, text, variables, may_change }: Props) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const { step, language_code } = text
  const key = { administration_id, step, language_code }
  const changed = () => queries.invalidateQueries({ queryKey: ['letter_texts', administration_id] })
  const form = useForm({
    initial: { subject: text.subject, body: text.body },
    send: (values) => ask('letter_text_verbs.save', { ...key, ...values }),
    done: async ({ version }) => {
      say(fill(words.letters_saved, { version }))
      await changed()
    },
  })
  const preview = usePreview(key, form.values)
  const problems = preview.data?.problems ?? []
  const is_changed = form.values.subject !== text.subject || form.values.body !== text.body
  useUnsaved(may_change && is_changed)
  const id = useId()
  const writing = useWriting(form.values.body, (body) => form.set('body', body))
  return (
    <div className={classes.editor}>
      <div className="fields">
        <FormSheet form={form} label={words.letters_text} id={id}>
          <TextInput label={words.letters_subject} readOnly={!may_change} {...form.text('subject')} />
          <BodyField
            label={words.letters_body}
            description={words.letters_body_hint}
            variables={variables}
            may_change={may_change}
            value={form.values.body}
            error={form.problem('body')}
            writing={writing}
            onText={(body) => form.set('body', body)}
          />
          {problems.length > 0 && (
            <Note tone="bad" live>
              {problems.map((problem) => (
                <Problem
                  key={problem}
                  problem={problem}
                  onMend={
                    may_change
                      ? (mend) => form.reset({ subject: mend(form.values.subject), body: mend(form.values.body) })
                      : null
                  }
                />
              ))}
            </Note>
          )}
          <p className={classes.locked}>{words.letters_locked}</p>
          {may_change && (
            <Ways>
              {text.own && <TakeBack text_key={key} onDone={changed} />}
              {is_changed && (
                <Button variant="default" onClick={() => form.reset()}>
                  {words.letters_discard}
                </Button>
              )}
              <Proof
                text_key={key}
                edited={form.values}
                invoice_id={preview.data?.invoice_id ?? null}
                disabled={problems.length > 0}
              />
              <Button type="submit" form={id} loading={form.busy} disabled={!is_changed || problems.length > 0}>
                {words.letters_publish}
              </Button>
            </Ways>
          )}
        </FormSheet>
      </div>
      <TextPreview preview={preview}>
        <TextUse administration_id={administration_id} step={step} />
      </TextPreview>
      <div className="fields">
        <VariableList
          variables={variables}
          values={preview.data?.values ?? []}
          onInsert={may_change ? (name) => writing.write(insertedIn(`{{ ${name} }}`)) : null}
        />
        <TextVersions
          versions={text.versions}
          onUse={may_change ? ({ subject, body }) => form.reset({ subject, body }) : null}
        />
      </div>
    </div>
  )
}

/** What can be done with the text stands in the head, in sight whatever is read; on a phone below what is written. */
function Ways({ children }: { children: ReactNode }) {
  return usePhone() ? <div className="ways">{children}</div> : <InPageTools>{children}</InPageTools>
}

type ProblemProps = { problem: string; onMend: ((mend: (text: string) => string) => void) | null }

/** What is wrong; a name that was mistyped is mended with one press. */
function Problem({ problem, onMend }: ProblemProps) {
  const { words } = useWords()
  const { sentence, meant } = sayTextProblem(problem, words)
  return (
    <p>
      {sentence}{' '}
      {meant && onMend && (
        <button
          type="button"
          className="link"
          onClick={() => onMend((text) => text.replaceAll(meant.wrong, meant.right))}
        >
          {fill(words.letters_mend, { right: meant.right })}
        </button>
      )}
    </p>
  )
}

type ProofProps = {
  text_key: TakeBackProps['text_key']
  edited: { subject: string; body: string }
  invoice_id: string | null
  disabled: boolean
}

/** Mails it to whoever edits it, as a debtor would get it; nobody else gets anything. */
function Proof({ text_key, edited, invoice_id, disabled }: ProofProps) {
  const { words } = useWords()
  const say = useNotice()
  const { busy, attempt } = useAttempt(async () => {
    const { to } = await ask('letter_proof_verbs.send', { ...text_key, ...edited, invoice_id })
    say(fill(words.letters_proof_sent, { to }))
  })
  // Nothing leaves a sandbox.
  const sandbox = useAdministration(text_key.administration_id)?.sandbox
  if (invoice_id === null || sandbox) return null
  return (
    <Button variant="default" loading={busy} disabled={disabled} onClick={attempt}>
      {words.letters_proof_send}
    </Button>
  )
}

type TakeBackProps = {
  text_key: { administration_id: string; step: LetterText['step']; language_code: LetterText['language_code'] }
  onDone: () => Promise<void>
}

function TakeBack({ text_key, onDone }: TakeBackProps) {
  const { words } = useWords()
  const say = useNotice()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {words.letters_take_back}
      </Button>
      <Confirm
        opened={opened}
        onClose={() => setOpened(false)}
        title={words.letters_take_back}
        action={words.letters_take_back}
        grave={false}
        onConfirm={async () => {
          await ask('letter_text_verbs.take_back', text_key)
          say(words.letters_taken_back)
          await onDone()
        }}
      >
        <p>{words.letters_take_back_sentence}</p>
      </Confirm>
    </>
  )
}
