import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { type ReplyTexts, replyTextsQuery } from '../../api/inbox.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { sayReplyText } from '../../parts/composer/say_reply_text.ts'
import { required, useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import record from '../../parts/records/record.module.css'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { BodyField } from '../../parts/texts/body_field.tsx'
import { useWriting } from '../../parts/texts/use_writing.ts'
import type { Variable } from '../../parts/texts/variable.ts'
import { useAttempt } from '../../parts/use_attempt.ts'
import { useAdministration } from '../../session/use_administration.ts'
import { sayCode } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { ReplyPreview } from './reply_preview.tsx'
import classes from './reply_texts.module.css'

const route = getRouteApi('/signed_in/administrations/$administration_id/reply_texts')
const languages = ['nl', 'en', 'de', 'fr'] as const
type TextLanguage = (typeof languages)[number]
type Text = ReplyTexts['texts'][number]
const none: Text = { code: '', name: '', own: false, house: false, subject: '', body: '' }

/** Texts to answer debtors with, in each language; administrators change them, and add their own. */
export function ReplyTextsPage() {
  const { administration_id } = route.useParams()
  const { words, language } = useWords()
  const [shown, setShown] = useState<TextLanguage>(language)
  const [code, setCode] = useState('copy_of_invoice')
  const query = useQuery(replyTextsQuery(administration_id, shown))
  const texts = query.data?.texts ?? []
  const text = texts.find((one) => one.code === code) ?? none
  return (
    <WithinReach administration_id={administration_id}>
      <BackLink>
        <Link to="/administrations/$administration_id/inbox" params={{ administration_id }}>
          {words.nav_messages}
        </Link>
      </BackLink>
      <PageHeading title={words.replies} sentence={words.replies_sentence} />
      <search className={record.filters}>
        <NativeSelect
          label={words.replies_language}
          value={shown}
          data={languages.map((one) => ({ value: one, label: sayCode(one, 'language', language) }))}
          onChange={({ currentTarget }) => setShown(currentTarget.value as TextLanguage)}
        />
        <NativeSelect
          label={words.replies_text}
          value={text.code}
          data={[
            ...texts.map((one) => ({ value: one.code, label: one.name ?? sayReplyText(words, one.code) })),
            { value: '', label: words.replies_new },
          ]}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
      </search>
      {query.isError && <LoadFailed error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <RowsLoading rows={4} />}
      {query.data && (
        <Editor
          key={`${shown} ${text.code} ${text.own}`}
          administration_id={administration_id}
          language_code={shown}
          text={text}
          variables={query.data.variables.map((one) => ({ ...one, block: false }))}
          onSaved={setCode}
        />
      )}
    </WithinReach>
  )
}

type EditorProps = {
  administration_id: string
  language_code: TextLanguage
  text: Text
  variables: readonly Variable[]
  onSaved: (code: string) => void
}

function Editor({ administration_id, language_code, text, variables, onSaved }: EditorProps) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const may_edit = useAdministration(administration_id)?.role === 'administrator'
  const changed = async (code: string, sentence: string): Promise<void> => {
    say(sentence)
    onSaved(code)
    await queries.invalidateQueries({ predicate: ({ queryKey }) => touched.includes(String(queryKey[0])) })
  }
  const form = useForm({
    initial: { name: text.name ?? '', subject: text.subject, body: text.body },
    check: ({ name, subject, body }) => ({
      name: text.house ? null : required(name, words),
      ...{ subject: required(subject, words), body: required(body, words) },
    }),
    send: ({ name, ...values }) =>
      ask('reply_text_verbs.save', {
        ...{ administration_id, language_code, ...values },
        ...(text.code === '' ? {} : { code: text.code }),
        ...(text.house ? {} : { name }),
      }),
    done: ({ code }) => changed(code, words.replies_saved),
  })
  const writing = useWriting(form.values.body, (body) => form.set('body', body))
  const remove = useAttempt(async () => {
    await ask('reply_text_verbs.remove', { administration_id, language_code, code: text.code })
    await changed(text.house ? text.code : 'copy_of_invoice', words.replies_removed)
  })
  const { subject, body: written } = form.values
  return (
    <div className={classes.both}>
      <FormSheet form={form} label={words.replies_text}>
        {!text.house && <TextInput label={words.replies_name} readOnly={!may_edit} {...form.text('name')} />}
        <TextInput label={words.composer_subject} readOnly={!may_edit} {...form.text('subject')} />
        <BodyField
          label={words.replies_body}
          variables={variables}
          may_change={may_edit}
          value={form.values.body}
          error={form.problem('body')}
          writing={writing}
          strong={false}
          onText={(body) => form.set('body', body)}
        />
        {may_edit && (
          <div className="ways">
            <Button type="submit" loading={form.busy}>
              {words.replies_save}
            </Button>
            {text.own && (
              <Button variant="default" loading={remove.busy} onClick={remove.attempt}>
                {text.house ? words.replies_take_back : words.replies_remove}
              </Button>
            )}
          </div>
        )}
      </FormSheet>
      <ReplyPreview {...{ administration_id, language_code, edited: { subject, body: written } }} />
    </div>
  )
}

const touched = ['reply_texts', 'composer']
