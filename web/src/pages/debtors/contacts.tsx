import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { ask } from '../../api/client.ts'
import { type Contact, contactsQuery, type Debtor, type RecordKey } from '../../api/records.ts'
import type { TodayPanel } from '../../api/today.ts'
import { workDone } from '../../api/work.ts'
import { required, useForm } from '../../parts/form.ts'
import { useNotice } from '../../parts/notices.tsx'
import { MailLinks, PhoneLink } from '../../parts/reach_links.tsx'
import { useRole } from '../../session/use_role.ts'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import { Bounced } from './bounced.tsx'
import classes from './debtors.module.css'

type Props = { debtor: Debtor; debtor_key: RecordKey; people: TodayPanel['people'] }

/** The number to call and the address for reminders, for a screen that has no room for all the rest. */
export function Reach({ debtor, debtor_key, people }: Props) {
  const first = phonesOf(people).find(({ wrong }) => !wrong)
  return (
    <>
      {first && (
        <span>
          <PhoneLink number={first.number} />
        </span>
      )}
      <ReminderAddress debtor={debtor} debtor_key={debtor_key} />
    </>
  )
}

const phonesOf = (people: Props['people']) =>
  people.flatMap(({ name, phones }) =>
    // The service lists a number and whether it is known to be wrong.
    (phones as { number: string; wrong: boolean }[]).map((phone) => ({ ...phone, name })),
  )

/** Who and where: every number and every address, with what each is used for. */
export function Contacts({ debtor, debtor_key, people }: Props) {
  const { words } = useWords()
  const { data } = useQuery(contactsQuery(debtor_key.administration_id, debtor.debtor_number))
  const phones = phonesOf(people)
  const names = (data?.data ?? []).map(nameOf).filter((name) => name !== '')
  return (
    <section className={classes.part} aria-label={words.record_contacts}>
      <h2>{words.record_contacts}</h2>
      {phones.length === 0 && names.map((name) => <p key={name}>{name}</p>)}
      {phones.map(({ number, wrong, name }) => (
        <p key={number} className={classes.address}>
          <span className={wrong ? classes.wrong : undefined}>
            <PhoneLink number={number} />
          </span>
          <span className={classes.use}>
            {[name ?? debtor.name, wrong && words.today_wrong_number].filter(Boolean).join(' · ')}
          </span>
        </p>
      ))}
      <ReminderAddress debtor={debtor} debtor_key={debtor_key} />
      {otherAddresses(debtor, words).map(([address, uses]) => (
        <div key={address} className={classes.address}>
          <span>
            <MailLinks addresses={address} />
          </span>
          <span className={classes.use}>{uses.join(', ')}</span>
          <Bounced addresses={address} debtor_key={debtor_key} />
        </div>
      ))}
    </section>
  )
}

const nameOf = ({ firstname, infix, lastname, contact_identifier }: Contact): string =>
  [firstname, infix, lastname].filter(Boolean).join(' ') || contact_identifier || ''

/** Each address once, with all that goes there; the one for reminders stands by itself. */
function otherAddresses(debtor: Debtor, words: Words): [string, string[]][] {
  const { reminder_email_address: own, primary_email_address: general } = debtor
  const uses: [string | null | undefined, string][] = [
    // Without an address for reminders it stands there.
    [own ? general : null, words.debtor_use_default],
    [debtor.reminder_cc_email_address, words.debtor_use_reminder_cc],
    [debtor.invoice_email_address, words.debtor_use_invoice],
    [debtor.invoice_cc_email_address, words.debtor_use_invoice_cc],
    [debtor.debtor_provided_email_address, words.debtor_use_given],
  ]
  const found = new Map<string, string[]>()
  for (const [address, use] of uses) if (address) found.set(address, [...(found.get(address) ?? []), use])
  return [...found]
}

type ReminderProps = Omit<Props, 'people'>

/** Where reminders go: the address of its own, or the general one. It is changed in place. */
function ReminderAddress({ debtor, debtor_key }: ReminderProps) {
  const { words } = useWords()
  const { may_work } = useRole(debtor_key.administration_id)
  const [changing, setChanging] = useState(false)
  const { reminder_email_address: own, primary_email_address: general, invoice_email_address: last } = debtor
  const shown = own || general || last
  if (changing) return <ChangeAddress debtor={debtor} debtor_key={debtor_key} onClose={() => setChanging(false)} />
  return (
    <div className={classes.address}>
      <span className={classes.line}>
        <span>{shown ? <MailLinks addresses={shown} /> : words.debtor_no_address}</span>
        {may_work && (
          <button
            type="button"
            className="link"
            aria-label={words.debtor_change_reminder}
            onClick={() => setChanging(true)}
          >
            {words.debtor_change}
          </button>
        )}
      </span>
      <span className={classes.use}>
        {own ? words.debtor_use_reminder : general ? words.debtor_use_both : words.debtor_reminders_go}
      </span>
      {shown && <Bounced addresses={shown} debtor_key={debtor_key} />}
    </div>
  )
}

function ChangeAddress({ debtor, debtor_key, onClose }: ReminderProps & { onClose: () => void }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const { administration_id, id: debtor_id } = debtor_key
  const before = debtor.reminder_email_address ?? ''
  const change = async (reminder_email_address: string): Promise<void> => {
    await ask('debtor_verbs.change', { administration_id, debtor_id, reminder_email_address })
    await workDone(queries)
  }
  const form = useForm({
    initial: { reminder_email_address: before },
    check: ({ reminder_email_address }) => ({
      reminder_email_address: before === '' ? required(reminder_email_address, words) : null,
    }),
    send: ({ reminder_email_address }) => change(reminder_email_address),
    done: () => {
      onClose()
      say(words.debtor_reminder_changed, () => change(before))
    },
  })
  const leave = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') onClose()
  }
  return (
    <form {...form.props} aria-label={words.debtor_change_reminder} onKeyDown={leave}>
      <TextInput
        label={words.debtor_use_reminder}
        type="email"
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        {...form.text('reminder_email_address')}
      />
      {form.refusal && <p role="alert">{form.refusal}</p>}
      <div className="ways">
        <Button type="submit" mt={6} loading={form.busy}>
          {words.today_save}
        </Button>
        <Button variant="default" mt={6} onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}
