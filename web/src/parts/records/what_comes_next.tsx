import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Outlook, outlooksQuery, type Reason, reasonsOf } from '../../api/follow_up.ts'
import type { Hold, RecordKey, TimelineFamily } from '../../api/records.ts'
import { useToday } from '../../session/use_today.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { sayBecause, sayLift, sayWhy } from '../../words/say_reason.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import { Card, Section } from '../section.tsx'
import { RowsLoading } from '../states.tsx'
import classes from './follow_up.module.css'
import { Why } from './holds.tsx'
import { RecordLink } from './links.tsx'
import { NextLetter } from './next_letter.tsx'

type WhatComesNextProps = {
  record_key: RecordKey
  family: TimelineFamily
  /** What the record itself says while the engine is off. */
  holds: readonly Hold[]
  /** How many records of a debtor are shown until somebody asks for the rest. */
  shown?: number
}

/** The next step of a record, its day, why, and everything that holds it; of a debtor for each open record. */
export function WhatComesNext({ record_key, family, holds, shown = Number.POSITIVE_INFINITY }: WhatComesNextProps) {
  const { words } = useWords()
  const { administration_id } = record_key
  const { data } = useQuery(outlooksQuery(record_key, family))
  const own = family !== 'debtors'
  const [all, setAll] = useState(false)
  const outlooks = data?.outlooks.slice(0, all ? undefined : shown) ?? []
  const left = (data?.outlooks.length ?? 0) - outlooks.length
  return (
    <Section title={words.next_heading} sentence={data?.sandbox ? words.next_sandbox : undefined}>
      {data === undefined && <RowsLoading rows={2} />}
      {data && !data.on && <Why holds={holds} administration_id={administration_id} />}
      {data && (data.on || own) && (
        <Card>
          {data.outlooks.length === 0 && <p className={classes.plain}>{words.next_none_open}</p>}
          <ul className={classes.outlooks}>
            {outlooks.map((outlook) => (
              <li key={`${outlook.family} ${outlook.id}`}>
                <Next outlook={outlook} administration_id={administration_id} own={own} />
              </li>
            ))}
          </ul>
          {left > 0 && (
            <button type="button" className="link" onClick={() => setAll(true)}>
              {counted(left, words.next_more_one, words.next_more)}
            </button>
          )}
          {left === 0 && data.more > 0 && (
            <p className="hint">{counted(data.more, words.next_more_one, words.next_more)}</p>
          )}
        </Card>
      )}
      {data && !data.on && !own && (
        <Card>
          <p className={classes.plain}>{words.because_engine_off}</p>
        </Card>
      )}
    </Section>
  )
}

type NextProps = { outlook: Outlook; administration_id: string; own: boolean }

function Next({ outlook, administration_id, own }: NextProps) {
  const { words, language } = useWords()
  const today = useToday(administration_id)
  const holds = reasonsOf(outlook.holds)
  return (
    <div className={classes.outlook} data-held={holds.length > 0 || undefined}>
      <span className={classes.dot} aria-hidden="true" />
      <div className={classes.said}>
        <p className={classes.headline}>
          {sayNext(outlook, today, { words, language })}
          {!own && <About outlook={outlook} administration_id={administration_id} />}
        </p>
        <p className={classes.because}>
          {reasonsOf(outlook.because).map((because) => (
            <span key={`${because.reason} ${because.day}`}>
              <Because because={because} outlook={outlook} administration_id={administration_id} />{' '}
            </span>
          ))}
          {outlook.step !== null && holds.length === 0 && words.next_nothing_held}{' '}
          {outlook.letter && <NextLetter of={{ administration_id, family: outlook.family, id: outlook.id }} />}
        </p>
        {holds.length > 0 && (
          <ul className={classes.holds} aria-label={words.next_holds}>
            {holds.map((hold) => (
              <li key={`${hold.reason} ${hold.id}`}>
                <Held hold={hold} administration_id={administration_id} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

type Speech = Pick<ReturnType<typeof useWords>, 'words' | 'language'>

function sayNext({ step, day }: Outlook, today: string, { words, language }: Speech): string {
  if (step === null) return words.next_nothing
  const name = sayType(words, 'step', step)
  if (day === null) return fill(words.next_held, { step: name })
  return fill(day === today ? words.next_today : words.next_on, { step: name, day: sayDay(day, language) })
}

/** Which record of a debtor it is about, and what is open of it. */
function About({ outlook, administration_id }: { outlook: Outlook; administration_id: string }) {
  const { words, language } = useWords()
  const { family, id, number, open_amount, currency_code } = outlook
  return (
    <span className={classes.about}>
      <RecordLink family={family} administration_id={administration_id} id={id}>
        {family === 'credit_cases' ? `${words.record_case} ${number}` : number}
      </RecordLink>{' '}
      {sayMoney(open_amount, currency_code, language)}
    </span>
  )
}

type BecauseProps = { because: Reason; outlook: Outlook; administration_id: string }

function Because({ because, outlook, administration_id }: BecauseProps): ReactNode {
  const { words, language } = useWords()
  const { reason, credit_case_id } = because
  // A flow is known to people by its name.
  const named = reason === 'flow' && outlook.flow_name ? { ...because, code: outlook.flow_name } : because
  const said = sayBecause(named, words, language)
  if (reason !== 'credit_case' || !credit_case_id) return said
  return (
    <RecordLink family="credit_cases" administration_id={administration_id} id={credit_case_id}>
      {said}
    </RecordLink>
  )
}

const held_by = { task: 'tasks', unread_message: 'messages' } as const

/** Why it is held, since when and until when, and what lifts it. */
function Held({ hold, administration_id }: { hold: Reason; administration_id: string }) {
  const { words, language } = useWords()
  const { reason, since, until, id } = hold
  const family = reason.startsWith('payment_plan') ? 'payment_plans' : held_by[reason as keyof typeof held_by]
  const lift = sayLift(reason, words)
  return (
    <div className={classes.hold}>
      <Icon name="warning" size={16} />
      <p>
        <strong>{sayWhy(reason, words)}</strong>{' '}
        {since && `${fill(words.next_since, { day: sayDay(since, language) })} `}
        {until ? fill(words.next_until, { day: sayDay(until, language) }) : words.next_until_open}
        {lift && (
          <span className={classes.lift}>
            {`${words.next_lifts} ${lift}`}{' '}
            {family && id && (
              <RecordLink family={family} administration_id={administration_id} id={id}>
                {words.next_open_it}
              </RecordLink>
            )}
          </span>
        )}
      </p>
    </div>
  )
}
