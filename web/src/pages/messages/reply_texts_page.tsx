import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { type ReplyTexts, replyTextsQuery } from '../../api/inbox.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { sayReplyText } from '../../parts/composer/say_reply_text.ts'
import { required, useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { ViewTabs } from '../../parts/table/view_tabs.tsx'
import { BodyField } from '../../parts/texts/body_field.tsx'
import { useWriting } from '../../parts/texts/use_writing.ts'
import type { Variable } from '../../parts/texts/variable.ts'
import { useUnsaved } from '../../parts/unsaved.tsx'
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
  const { words } = useWords()
  const { shown, code: wanted, go } = useChoice()
  const query = useQuery(replyTextsQuery(administration_id, shown))
  const texts = query.data?.texts ?? []
  const text = wanted === new_code ? none : (texts.find((one) => one.code === wanted) ?? texts[0] ?? none)
  return (
    <WithinReach administration_id={administration_id}>
      <BackLink>
        <Link to="/administrations/$administration_id/inbox" params={{ administration_id }}>
          {words.nav_messages}
        </Link>
      </BackLink>
      <PageHeading
        title={words.replies}
        sentence={words.replies_sentence}
        views={<LanguageTabs shown={shown} code={wanted} />}
      />
      {query.isError && <LoadFailed error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <RowsLoading rows={8} />}
      {query.data && (
        <div className={classes.page}>
          <TextList {...{ administration_id, texts, shown }} current={text.code} />
          <Editor
            key={`${shown} ${text.code} ${text.own}`}
            administration_id={administration_id}
            language_code={shown}
            text={text}
            variables={query.data.variables.map((one) => ({ ...one, block: false }))}
            onSaved={(code) => go({ text: code })}
          />
        </div>
      )}
    </WithinReach>
  )
}

/** The address under which a text begins that is not there yet. */
const new_code = 'new'

/** Which text in which language the address names. */
function useChoice() {
  const { language } = useWords()
  const { text, language: asked } = route.useSearch()
  const navigate = route.useNavigate()
  return {
    shown: languages.find((one) => one === asked) ?? language,
    code: text,
    /** To a text that was just saved or removed, so that nothing is lost. */
    go: (wanted: { text: string }) =>
      void navigate({ search: (before) => ({ ...before, ...wanted }), replace: true, ignoreBlocker: true }),
  }
}

function LanguageTabs({ shown, code }: { shown: TextLanguage; code: string | undefined }) {
  const { words, language } = useWords()
  return (
    <ViewTabs
      label={words.replies_language}
      shown={shown}
      views={languages.map((id) => ({
        ...{ id, label: sayCode(id, 'language', language) },
        search: { language: id, ...(code ? { text: code } : {}) },
      }))}
    />
  )
}

type ListProps = { administration_id: string; texts: readonly Text[]; shown: TextLanguage; current: string }

/** All texts of a language beside the one that is read; each is an address. */
function TextList({ administration_id, texts, shown, current }: ListProps) {
  const { words } = useWords()
  const may_edit = useAdministration(administration_id)?.role === 'administrator'
  const entries = [
    ...texts.map(({ code, name, own, house }) => ({
      ...{ code, name: name ?? sayReplyText(words, code) },
      hint: own ? (house ? words.replies_changed : words.replies_own) : words.replies_house,
    })),
    ...(may_edit ? [{ code: new_code, name: words.replies_new, hint: words.replies_new_hint }] : []),
  ]
  return (
    <nav className={classes.list} aria-label={words.replies}>
      <ul>
        {entries.map(({ code, name, hint }) => (
          <li key={code}>
            <Link
              to="."
              // The page reads these names of its address.
              search={{ language: shown, text: code } as never}
              className={classes.entry}
              data-shown={code === (current || new_code) || undefined}
              aria-current={code === (current || new_code) ? 'true' : undefined}
              activeProps={{}}
            >
              {code === new_code && <Icon name="plus" size={14} />}
              <span>{name}</span>
              <span className="hint">{hint}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
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
  useUnsaved(may_edit && form.changed)
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
