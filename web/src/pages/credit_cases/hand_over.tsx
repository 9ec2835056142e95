import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { CaseDossier, CaseFileLink } from '../../api/credit_cases.ts'
import type { CreditCase, RecordKey } from '../../api/records.ts'
import { workDone } from '../../api/work.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { DocumentLink } from '../../parts/records/document_link.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { useRole } from '../../session/use_role.ts'
import { fill } from '../../words/fill.ts'
import { sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './credit_case.module.css'

type HandOverProps = { credit_case: CreditCase; case_key: RecordKey; dossier: CaseDossier }

/** What would be handed over and what is missing, the file itself, and the verb. */
export function HandOver({ credit_case, case_key, dossier }: HandOverProps) {
  const { words } = useWords()
  const { may_work } = useRole(case_key.administration_id)
  const { forwarded_to_bailiff_at, deactivated_at } = credit_case
  return (
    <Section title={words.hand_over_heading} sentence={words.hand_over_sentence}>
      <Card>
        <Checklist dossier={dossier} />
        {forwarded_to_bailiff_at && (
          <p className={classes.handed}>
            {words.hand_over_done} <Moment at={forwarded_to_bailiff_at} />
          </p>
        )}
        <Files files={dossier.files} />
        {may_work && (
          <div className="ways">
            {!forwarded_to_bailiff_at && !deactivated_at && <HandOverButton case_key={case_key} dossier={dossier} />}
            <MakeFileButton case_key={case_key} made={dossier.files.length > 0} />
          </div>
        )}
      </Card>
    </Section>
  )
}

function Checklist({ dossier }: { dossier: CaseDossier }) {
  const { words, language } = useWords()
  const { invoices, letters, letters_with_proof, messages, happenings } = dossier
  const documents = invoices.filter(({ has_document }) => has_document).length
  const missing = invoices.filter(({ has_document }) => !has_document)
  const count = (number: number): string => sayNumber(number, language)
  const of = (part: number, whole: number): string =>
    part === whole ? count(whole) : fill(words.hand_over_of, { part: count(part), whole: count(whole) })
  const items: [label: string, count: string, complete: boolean][] = [
    [words.hand_over_calculation, count(1), true],
    [words.hand_over_invoices, of(documents, invoices.length), missing.length === 0],
    [words.hand_over_letters, of(letters_with_proof, letters), letters_with_proof === letters],
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

function HandOverButton({ case_key, dossier }: { case_key: RecordKey; dossier: CaseDossier }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const [opened, setOpened] = useState(false)
  const missing = dossier.invoices.some(({ has_document }) => !has_document)
  const perform = async (): Promise<void> => {
    await ask('case_verbs.hand_over', case_key)
    say(words.hand_over_said)
    await workDone(queries)
  }
  return (
    <>
      <Button disabled={missing} onClick={() => setOpened(true)}>
        {words.hand_over}
      </Button>
      <Confirm
        opened={opened}
        onClose={() => setOpened(false)}
        title={words.hand_over_title}
        action={words.hand_over}
        grave={false}
        onConfirm={perform}
      >
        <p>{words.hand_over_consequences}</p>
      </Confirm>
    </>
  )
}

function MakeFileButton({ case_key, made }: { case_key: RecordKey; made: boolean }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const { busy, attempt } = useAttempt(async () => {
    await ask('case_verbs.make_file', case_key)
    await workDone(queries)
  })
  return (
    <Button variant="default" loading={busy} onClick={attempt}>
      {made ? words.hand_over_make_again : words.hand_over_make}
    </Button>
  )
}
