import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ask } from '../../api/client.ts'
import { session_query } from '../../api/queries.ts'
import type { Person } from '../../api/types.ts'
import { Note } from '../../parts/note.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { counted } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { ProveForm } from './prove_form.tsx'
import { RecoveryCodes } from './recovery_codes.tsx'
import { SetUpTwoStep } from './set_up_two_step.tsx'

const few = 3

type Doing = 'nothing' | 'setting_up' | 'ending' | 'new_codes'

/** Two-step sign-in: how it stands, and the ways to switch it on, off, or renew its codes. */
export function TwoStepPart({ person }: { person: Person }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const [doing, setDoing] = useState<Doing>('nothing')
  const [codes, setCodes] = useState<string[] | null>(null)
  const stop = (): void => setDoing('nothing')
  const changed = () => queries.invalidateQueries({ queryKey: session_query.queryKey })
  const show = async (made: string[]): Promise<void> => {
    stop()
    setCodes(made)
    await changed()
  }
  return (
    <Section title={words.two_step} sentence={words.two_step_sentence}>
      <Card>
        {codes ? (
          <RecoveryCodes codes={codes} email_address={person.email_address} onStored={() => setCodes(null)} />
        ) : doing === 'setting_up' ? (
          <SetUpTwoStep
            onCancel={stop}
            onDone={async (made) => {
              say(words.two_step_on)
              await show(made)
            }}
          />
        ) : (
          <Standing person={person} onChoose={setDoing} />
        )}
      </Card>
      <Proof
        opened={doing === 'ending'}
        onClose={stop}
        title={words.two_step_end_heading}
        sentence={words.two_step_end_sentence}
      >
        <ProveForm
          action={words.two_step_end}
          send={(body) => ask('account.two_step_end', body)}
          done={async () => {
            stop()
            say(words.two_step_ended)
            await changed()
          }}
        />
      </Proof>
      <Proof
        opened={doing === 'new_codes'}
        onClose={stop}
        title={words.recovery_new}
        sentence={words.recovery_new_sentence}
      >
        <ProveForm
          action={words.recovery_new}
          send={(body) => ask('account.recovery_codes', body)}
          done={({ recovery_codes }) => show(recovery_codes)}
        />
      </Proof>
    </Section>
  )
}

type ProofProps = { opened: boolean; onClose: () => void; title: string; sentence: string; children: ReactNode }

function Proof({ opened, onClose, title, sentence, children }: ProofProps) {
  const { words } = useWords()
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': words.close }} centered>
      <p>{sentence}</p>
      {children}
    </Modal>
  )
}

function Standing({ person, onChoose }: { person: Person; onChoose: (doing: Doing) => void }) {
  const { words } = useWords()
  if (!person.two_step) {
    return (
      <div className="fields">
        <Note>
          <p>{words.two_step_is_off}</p>
        </Note>
        <div>
          <Button onClick={() => onChoose('setting_up')}>{words.two_step_begin}</Button>
        </div>
      </div>
    )
  }
  const left = person.recovery_codes_left
  return (
    <div className="fields">
      <Note tone={left < few ? 'warning' : 'good'}>
        <p>
          {words.two_step_is_on} {counted(left, words.recovery_left_one, words.recovery_left)}
        </p>
        {left < few && <p>{words.recovery_few}</p>}
      </Note>
      <div className="ways">
        <Button variant="default" onClick={() => onChoose('new_codes')}>
          {words.recovery_new}
        </Button>
        <Button variant="outline" color="red" onClick={() => onChoose('ending')}>
          {words.two_step_end}
        </Button>
      </div>
    </div>
  )
}
