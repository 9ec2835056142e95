import type { DiaryEntry, Sandbox } from '../../api/sandbox.ts'
import { Icon } from '../../parts/icons.tsx'
import { LetterButton } from '../../parts/records/letter_button.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { Section } from '../../parts/section.tsx'
import { Empty } from '../../parts/states.tsx'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import type { Turned } from './clock.tsx'
import classes from './sandbox.module.css'

type DiaryProps = { sandbox: Sandbox; administration_id: string; turned: Turned | null }

/** What was done here, the newest day first; the days of the last turn stand out. */
export function Diary({ sandbox, administration_id, turned }: DiaryProps) {
  const { words, language } = useWords()
  const days = [...Map.groupBy(sandbox.diary, ({ day }) => day)]
  return (
    <Section title={words.sandbox_diary}>
      {days.length === 0 && <Empty title={words.sandbox_empty}>{words.sandbox_empty_sentence}</Empty>}
      {days.length > 0 && (
        <ol className={classes.diary}>
          {days.map(([day, entries]) => (
            <li key={day} data-new={(turned && day > turned.from && day <= turned.to) || undefined}>
              <p className={classes.diary_day}>
                <time dateTime={day}>{sayDay(day, language)}</time>
                {day === sandbox.today && <span className="hint">{words.sandbox_today}</span>}
              </p>
              <ul className={classes.entries}>
                {entries.map((entry) => (
                  <li key={`${entry.kind} ${entry.id}`}>
                    <Entry entry={entry} administration_id={administration_id} />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

function Entry({ entry, administration_id }: { entry: DiaryEntry; administration_id: string }) {
  const { words, language } = useWords()
  const { kind, id, step, debtor_id, debtor_name, invoices, amount, currency_code } = entry
  const name = sayType(words, 'step', step)
  const said = fill(kind === 'letter' ? words.sandbox_letter : words.sandbox_step, { step: name })
  return (
    <div className={classes.entry}>
      <Icon name={kind === 'letter' ? 'mail' : step === 'call_reminder' ? 'phone' : 'cases'} size={16} />
      <span>
        {kind === 'letter' ? <LetterButton letter_key={{ administration_id, id }}>{said}</LetterButton> : said}{' '}
        <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
          {debtor_name}
        </RecordLink>{' '}
        {invoices > 1 && <span className="hint">{fill(words.sandbox_for, { count: invoices })}</span>}
      </span>
      <span className={classes.amount}>{amount && sayMoney(amount, currency_code ?? 'EUR', language)}</span>
    </div>
  )
}
