import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Flow, type FlowStep, flowIn, flowQuery, type ShownFlow } from '../../api/flows.ts'
import { DryRun } from '../../parts/dry_run/dry_run.tsx'
import { useDryRun } from '../../parts/dry_run/use_dry_run.ts'
import { Note } from '../../parts/note.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { RemedyButton, remedyOf } from '../../parts/remedy.tsx'
import { counted, fill } from '../../words/fill.ts'
import { sayCode, sayDay } from '../../words/formats.ts'
import type { Language, Words } from '../../words/languages.ts'
import { sayRefusal } from '../../words/refusals.ts'
import { useWords } from '../../words/words.tsx'
import { Checks } from './checks.tsx'
import { FlowActions } from './flow_actions.tsx'
import { FlowFields } from './flow_fields.tsx'
import classes from './flows.module.css'
import { StepRows } from './step_rows.tsx'
import type { StepList } from './steps.ts'
import { Timeline } from './timeline.tsx'
import { TryInSandbox } from './try_in_sandbox.tsx'
import { type Draft, useDraft } from './use_draft.ts'
import { Versions } from './versions.tsx'

type FlowEditorProps = { shown: ShownFlow; administration_id: string }

/** A flow as it is written. What was published or thrown away is begun anew. */
export function FlowEditor(props: FlowEditorProps) {
  const [round, setRound] = useState(0)
  return <Writing key={round} {...props} restart={() => setRound(round + 1)} />
}

const publishedIn = ({ versions }: ShownFlow): Flow | null => {
  const published = versions.find(({ state }) => state === 'published')
  return published ? flowIn(published.definition) : null
}

/** Its days on a line, its steps in a list, and beside them what the draft would do. */
function Writing({ shown, administration_id, restart }: FlowEditorProps & { restart: () => void }) {
  const { words, language } = useWords()
  const draft = useDraft(administration_id, shown)
  const { flow, change } = draft
  const queries = useQueryClient()
  const again = async (): Promise<void> => {
    await draft.drop()
    await queries.refetchQueries({ queryKey: flowQuery(administration_id, shown.code).queryKey })
    restart()
  }
  const published = publishedIn(shown)
  const set = (list: StepList) => (steps: readonly FlowStep[]) => change({ ...flow, [list]: steps })
  const common = { flow, published, problems: shown.problems, may_change: shown.may_change }
  return (
    <>
      <PageHeading
        title={flow.name}
        views={
          <div className={classes.state}>
            <span className="hint">{sayState(shown, words, language)}</span>
            <SaveState draft={draft} again={() => void again()} />
          </div>
        }
        action={
          shown.may_change && (
            <FlowActions shown={shown} draft={draft} administration_id={administration_id} restart={restart} />
          )
        }
      />
      <div className={classes.editor}>
        <div className={classes.main}>
          <Timeline flow={flow} published={shown.draft_version === null ? null : published} />
          <StepRows {...common} list="steps" onChange={set('steps')} />
          <StepRows {...common} list="case_steps" onChange={set('case_steps')} />
          <FlowFields {...common} payment_conditions={shown.payment_conditions} onChange={change} />
        </div>
        <aside className={classes.beside} aria-label={words.flow_would_do}>
          {shown.may_change && <Trying shown={shown} flow={flow} administration_id={administration_id} />}
          <Versions shown={shown} onTake={(taken) => change({ ...taken, code: flow.code })} />
        </aside>
      </div>
    </>
  )
}

/** What the draft would do, and whether it may be published. */
function Trying({ shown, flow, administration_id }: FlowEditorProps & { flow: Flow }) {
  const { words, language } = useWords()
  const { code, revision: trying } = shown
  const view = useDryRun({ administration_id, purpose: 'publish', code, trying })
  return (
    <>
      <h2>{words.flow_would_do}</h2>
      <p className="hint">{trying === null ? words.flow_would_do_nothing : words.flow_would_do_sentence}</p>
      {trying !== null && <DryRun view={view} administration_id={administration_id} />}
      <Checks problems={shown.problems} flow={flow} country={sayCode(shown.country_code, 'region', language)} />
      <TryInSandbox administration_id={administration_id} />
    </>
  )
}

function SaveState({ draft: { saving, problem, retry }, again }: { draft: Draft; again: () => void }) {
  const { words } = useWords()
  if (problem && saving === 'refused') {
    return (
      <Note tone="bad" title={words.flow_not_saved} live>
        <p>{sayRefusal(words, problem)}</p>
        {problem.code === 'conflict' ? (
          <Button size="compact-sm" variant="default" onClick={again}>
            {words.flow_load_again}
          </Button>
        ) : (
          <div className="ways">
            <RemedyButton remedy={remedyOf(problem)} />
            <Button size="compact-sm" variant="default" onClick={retry}>
              {words.try_again}
            </Button>
          </div>
        )}
      </Note>
    )
  }
  const say = {
    nothing: '',
    refused: '',
    waiting: words.flow_saving,
    saving: words.flow_saving,
    saved: words.flow_saved,
  }
  return (
    <p className={classes.saving} role="status">
      {say[saving]}
    </p>
  )
}

/** Which version is in force, since when, and what follows it. */
function sayState(shown: ShownFlow, words: Words, language: Language): string {
  const { published_version, draft_version, versions, invoices } = shown
  const at = versions.find(({ state }) => state === 'published')?.published_at
  const in_force =
    published_version === null || !at
      ? words.flow_not_published
      : fill(words.flow_published_since, { version: published_version, day: sayDay(at, language) })
  const followed = published_version === null ? [] : [counted(invoices, words.flow_follow_one, words.flow_follow)]
  const draft = draft_version === null ? [] : [fill(words.flow_draft_of, { version: draft_version })]
  return [...draft, in_force, ...followed].join(' ')
}
