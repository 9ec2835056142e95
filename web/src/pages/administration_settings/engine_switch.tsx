import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep_answer.ts'
import { settingsQuery } from '../../api/queries.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { DryRun } from '../../parts/dry_run/dry_run.tsx'
import { useDryRun } from '../../parts/dry_run/use_dry_run.ts'
import { useNotice } from '../../parts/notices.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { useWords } from '../../words/words.tsx'
import classes from './settings.module.css'

type EngineSwitchProps = { administration_id: string; on: boolean; may_change: boolean }

/** Whether invoices are followed up by themselves. It is switched on when the figures were seen, and not before. */
export function EngineSwitch({ administration_id, on, may_change }: EngineSwitchProps) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const [asking, setAsking] = useState(false)
  const view = useDryRun({ administration_id, purpose: 'switch_on', trying: asking && !on ? 'switch_on' : null })
  const turn = async (): Promise<void> => {
    const answer = await ask('administration_settings.change', { administration_id, engine_enabled: !on })
    await keepAnswer(queries, settingsQuery(administration_id), answer)
    void queries.invalidateQueries({ queryKey: ['flow_versions', administration_id] })
    say(on ? words.engine_switched_off : words.engine_switched_on)
  }
  const action = on ? words.engine_switch_off : words.engine_switch_on
  return (
    <Section title={words.setting_engine_enabled} sentence={on ? words.engine_on_sentence : words.engine_off_sentence}>
      <Card>
        <div className={classes.engine}>
          <p>
            <span className={classes.light} data-on={on || undefined} aria-hidden="true" />
            {on ? words.engine_is_on : words.engine_is_off}
          </p>
          {may_change && (
            <Button variant={on ? 'default' : 'filled'} onClick={() => setAsking(true)}>
              {on ? words.engine_switch_off : words.engine_look_first}
            </Button>
          )}
        </div>
      </Card>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={action}
        action={action}
        grave={on}
        ready={on || view.run?.status === 'done'}
        onConfirm={turn}
      >
        <p>{on ? words.engine_off_question : words.engine_on_question}</p>
        {!on && asking && <DryRun view={view} administration_id={administration_id} />}
      </Confirm>
    </Section>
  )
}
