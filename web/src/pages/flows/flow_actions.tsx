import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { flowQuery, type ShownFlow } from '../../api/flows.ts'
import { keepAnswer } from '../../api/keep_answer.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { counted } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import type { Draft } from './use_draft.ts'

type FlowActionsProps = { shown: ShownFlow; draft: Draft; administration_id: string; restart: () => void }

/** What is done with a flow as a whole. One that waits asks first, and says what follows. */
export function FlowActions({ shown, draft, administration_id, restart }: FlowActionsProps) {
  const { words } = useWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useNotice()
  const [asking, setAsking] = useState<'publish' | 'discard' | 'disable' | null>(null)
  const { code, draft_version, published_version, problems, invoices } = shown
  const takes = { administration_id, code }

  const take = async (answer: ShownFlow, sentence: string): Promise<void> => {
    await keepAnswer(queries, flowQuery(administration_id, code), answer)
    void queries.invalidateQueries({ queryKey: ['flow_versions', administration_id], exact: true })
    restart()
    say(sentence)
  }
  const publish = async (): Promise<void> => {
    const revision = await draft.settle()
    await take(await ask('flow_versions.publish', { ...takes, revision }), words.flow_published)
  }
  const disable = async (): Promise<void> => take(await ask('flow_versions.disable', takes), words.flow_disabled)
  const discard = async (): Promise<void> => {
    const revision = await draft.drop()
    const { gone } = await ask('flow_versions.discard', { ...takes, revision })
    say(words.flow_discarded)
    if (gone) {
      void queries.invalidateQueries({ queryKey: ['flow_versions', administration_id], exact: true })
      return void navigate({ to: '/administrations/$administration_id/flows', params: { administration_id } })
    }
    await queries.refetchQueries({ queryKey: flowQuery(administration_id, code).queryKey })
    restart()
  }
  const close = (): void => setAsking(null)
  return (
    <div className="ways">
      {draft_version !== null && (
        <>
          <Button variant="subtle" onClick={() => setAsking('discard')}>
            {words.flow_discard}
          </Button>
          <Button disabled={problems.length > 0} onClick={() => setAsking('publish')}>
            {words.flow_publish}
          </Button>
        </>
      )}
      {draft_version === null && published_version !== null && (
        <Button variant="default" onClick={() => setAsking('disable')}>
          {words.flow_disable}
        </Button>
      )}
      <Confirm
        opened={asking === 'publish'}
        onClose={close}
        title={words.flow_publish_title}
        action={words.flow_publish_now}
        grave={false}
        onConfirm={publish}
      >
        <p>{words.flow_publish_sentence}</p>
      </Confirm>
      <Confirm
        opened={asking === 'discard'}
        onClose={close}
        title={words.flow_discard}
        action={words.flow_discard}
        onConfirm={discard}
      >
        <p>{published_version === null ? words.flow_discard_all : words.flow_discard_sentence}</p>
      </Confirm>
      <Confirm
        opened={asking === 'disable'}
        onClose={close}
        title={words.flow_disable}
        action={words.flow_disable}
        onConfirm={disable}
      >
        <p>{counted(invoices, words.flow_disable_one, words.flow_disable_sentence)}</p>
      </Confirm>
    </div>
  )
}
