import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { Operations } from '../../api/generated.ts'
import type { Sandbox } from '../../api/sandbox.ts'
import { workDone } from '../../api/work.ts'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { Section } from '../../parts/section.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { useRole } from '../../session/use_role.ts'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './sandbox.module.css'

type Act = Operations['sandbox_verbs.play']['takes']['act']

const acts: readonly [Act, IconName][] = [
  ['pays', 'bank'],
  ['pays_part', 'bank'],
  ['promises', 'promise'],
  ['disputes', 'dispute'],
  ['writes', 'mail'],
  ['asks_terms', 'plans'],
  ['bounces', 'mail'],
  ['goes_bankrupt', 'warning'],
]

/** Somebody does what a debtor would do, and sees what follows when the clock goes on. */
export function PlayDebtor({ sandbox, administration_id }: { sandbox: Sandbox; administration_id: string }) {
  const { words } = useWords()
  const { may_work } = useRole(administration_id)
  const [chosen, setChosen] = useState<string | null>(null)
  const [text, setText] = useState('')
  const debtor = sandbox.debtors.find(({ id }) => id === chosen) ?? sandbox.debtors[0]
  if (!may_work) return null
  return (
    <Section title={words.sandbox_play} sentence={words.sandbox_play_sentence}>
      {debtor ? (
        <div className={classes.play}>
          <NativeSelect
            aria-label={words.sandbox_play_who}
            value={debtor.id}
            data={sandbox.debtors.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
          <TextInput
            aria-label={words.sandbox_play_text}
            placeholder={words.sandbox_play_text}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <div className={classes.acts}>
            {acts.map(([act, icon]) => (
              <Play
                key={act}
                {...{ act, icon, administration_id, debtor, text }}
                disabled={act === 'writes' && text.trim() === ''}
                onDone={() => setText('')}
              />
            ))}
          </div>
        </div>
      ) : (
        <p className={classes.plain}>{words.sandbox_play_nobody}</p>
      )}
    </Section>
  )
}

type PlayProps = {
  act: Act
  icon: IconName
  administration_id: string
  debtor: { id: string; name: string }
  text: string
  disabled: boolean
  onDone: () => void
}

function Play({ act, icon, administration_id, debtor, text, disabled, onDone }: PlayProps) {
  const { words, language } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const { busy, attempt } = useAttempt(async () => {
    const said = text.trim() === '' ? {} : { text: text.trim() }
    const done = await ask('sandbox_verbs.play', { administration_id, debtor_id: debtor.id, act, ...said })
    const { amount, currency_code, day, number } = done
    say(
      fill(words[`sandbox_played_${act}`], {
        ...{ name: debtor.name, number: number ?? '' },
        amount: amount ? sayMoney(amount, currency_code ?? 'EUR', language) : '',
        day: day ? sayDay(day, language) : '',
      }),
    )
    onDone()
    await workDone(queries)
  })
  return (
    <Button
      variant="default"
      size="xs"
      justify="flex-start"
      loading={busy}
      disabled={disabled}
      leftSection={<Icon name={icon} size={15} />}
      onClick={attempt}
    >
      {words[`sandbox_act_${act}`]}
    </Button>
  )
}
