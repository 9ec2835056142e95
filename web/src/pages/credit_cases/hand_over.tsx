import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { type CaseDossier, type CaseFileLink, dossierQuery } from '../../api/credit_cases.ts'
import type { CreditCase, RecordKey } from '../../api/records.ts'
import { workDone } from '../../api/work.ts'
import { Icon } from '../../parts/icons.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Note } from '../../parts/note.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { DocumentLink } from '../../parts/records/document_link.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import record from '../../parts/records/record.module.css'
import { useAttempt } from '../../parts/use_attempt.ts'
import { useKeys } from '../../parts/use_keys.ts'
import { fill } from '../../words/fill.ts'
import { sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './credit_case.module.css'

type DossierProps = { dossier: CaseDossier; handed_at: string | null }

/** What there is to hand over and what is missing, and the file as soon as it was made. */
export function Dossier({ dossier, handed_at }: DossierProps) {
  const { words } = useWords()
  return (
    <>
      <Checklist dossier={dossier} />
      {handed_at && (
        <p className={classes.handed}>
          {words.hand_over_done} <Moment at={handed_at} />
        </p>
      )}
      <Files files={dossier.files} />
    </>
  )
}

type FormProps = { credit_case: CreditCase; case_key: RecordKey; onClose: () => void }

/** Says what will happen, hands the case over, and then has the file to take along. Enter does it, Escape leaves. */
export function HandOverForm({ credit_case, case_key, onClose }: FormProps) {
  const { words } = useWords()
  const { data: dossier } = useQuery(dossierQuery(case_key))
  const { forwarded_to_bailiff_at: handed_at, deactivated_at } = credit_case
  const open = handed_at === null && deactivated_at === null
  const missing = (dossier?.invoices ?? []).filter(({ has_document }) => !has_document)
  const hand_over = useAct(case_key, 'hand_over')
  const make_file = useAct(case_key, 'make_file')
  const ready = open && dossier !== undefined && missing.length === 0 && !hand_over.busy
  useKeys({
    ...(ready ? { Enter: [words.hand_over, () => hand_over.attempt()] } : {}),
    Escape: [words.keys_close, onClose],
  })
  if (!dossier) return null
  return (
    <section className={classes.hand_over} aria-label={words.hand_over_heading}>
      <p>{open ? words.hand_over_consequences : words.hand_over_file_sentence}</p>
      {open && <Missing {...{ missing, case_key }} />}
      <Files files={dossier.files} />
      <div className="ways">
        {open ? (
          <Button disabled={missing.length > 0} loading={hand_over.busy} onClick={hand_over.attempt}>
            {words.hand_over_with_all}
          </Button>
        ) : (
          <Button variant="default" loading={make_file.busy} onClick={make_file.attempt}>
            {dossier.files.length > 0 ? words.hand_over_make_again : words.hand_over_make}
          </Button>
        )}
        {open && (
          <Button variant="default" loading={make_file.busy} onClick={make_file.attempt}>
            {words.hand_over_look}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </section>
  )
}

/** Does something with the case, and reads again what that changed. */
function useAct(case_key: RecordKey, act: 'hand_over' | 'make_file') {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  return useAttempt(async () => {
    await ask(`case_verbs.${act}`, case_key)
    if (act === 'hand_over') say(words.hand_over_said)
    await workDone(queries)
  })
}

type MissingProps = { missing: CaseDossier['invoices']; case_key: RecordKey }

function Missing({ missing, case_key: { administration_id } }: MissingProps) {
  const { words } = useWords()
  if (missing.length === 0) return null
  return (
    <Note tone="warning" title={words.hand_over_not_yet}>
      <ul className={record.plain}>
        {missing.map(({ id, invoice_number }) => (
          <li key={id}>
            <RecordLink family="invoices" administration_id={administration_id} id={id}>
              {fill(words.hand_over_missing, { number: invoice_number })}
            </RecordLink>
          </li>
        ))}
      </ul>
    </Note>
  )
}

function Checklist({ dossier }: { dossier: CaseDossier }) {
  const { words, language } = useWords()
  const { invoices, letters, messages, happenings } = dossier
  const proven = letters.filter((one) => one.proven).length
  const documents = invoices.filter(({ has_document }) => has_document).length
  const missing = invoices.filter(({ has_document }) => !has_document)
  const count = (number: number): string => sayNumber(number, language)
  const of = (part: number, whole: number): string =>
    part === whole ? count(whole) : fill(words.hand_over_of, { part: count(part), whole: count(whole) })
  const items: [label: string, count: string, complete: boolean][] = [
    [words.hand_over_calculation, count(1), true],
    [words.hand_over_invoices, of(documents, invoices.length), missing.length === 0],
    [words.hand_over_letters, of(proven, letters.length), proven === letters.length],
    [words.hand_over_timeline, count(happenings), true],
    [words.hand_over_messages, count(messages), true],
  ]
  return (
    <ul className={classes.checklist}>
      {items.map(([label, said, complete]) => (
        <li key={label} data-complete={complete}>
          <Icon name={complete ? 'check' : 'warning'} size={16} />
          <span>{label}</span>
          <span>{said}</span>
        </li>
      ))}
      {missing.map(({ id, invoice_number }) => (
        <li key={id} data-complete="false">
          <Icon name="warning" size={16} />
          <span>{fill(words.hand_over_missing, { number: invoice_number })}</span>
        </li>
      ))}
    </ul>
  )
}

function Files({ files }: { files: readonly CaseFileLink[] }) {
  const { words, language } = useWords()
  if (files.length === 0) return null
  return (
    <ul className={classes.files} aria-live="polite">
      {files.map(({ id, kind, url, byte_size, made_at }) => (
        <li key={id}>
          {url === null ? (
            <span className="hint">{fill(words.hand_over_making, { kind: words[`hand_over_${kind}`] })}</span>
          ) : (
            <>
              <DocumentLink url={url}>{words[`hand_over_${kind}`]}</DocumentLink>{' '}
              <span className="hint">
                {byte_size !== null && saySize(byte_size, language)} · <Moment at={made_at} />
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

const saySize = (bytes: number, language: 'en' | 'nl'): string =>
  bytes < 1_000_000
    ? `${sayNumber(Math.max(1, Math.round(bytes / 1000)), language)} kB`
    : `${sayNumber(Math.round(bytes / 100_000) / 10, language)} MB`
