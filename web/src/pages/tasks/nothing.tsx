import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { taskListQuery } from '../../api/work.ts'
import { Empty, RowsLoading } from '../../parts/states.tsx'
import { NothingFound } from '../../parts/table/nothing_found.tsx'
import { useGo } from '../../parts/table/use_go.ts'
import { useWords } from '../../words/words.tsx'
import { useChoice, viewOf } from './use_choice.ts'

/** No task is on the list: because of what it is narrowed down to, because all are done, or because there are none. */
export function Nothing({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const choice = useChoice()
  const { named, assigned_to, text = '' } = choice
  const go = useGo()
  const without = named.map((mark) => ({
    label: words[`tasks_mark_${mark}`],
    drop: () => go({ marks: named.filter((one) => one !== mark).join(',') }),
  }))
  const of_one = assigned_to ? [{ label: words.work_whose, drop: () => go({ assigned_to: '' }) }] : []
  return (
    <NothingFound
      text={text}
      filters={[...of_one, ...without]}
      onWhole={() => go({ text: '', marks: '', assigned_to: '' })}
    >
      <NothingHere administration_id={administration_id} />
    </NothingFound>
  )
}

function NothingHere({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const go = useGo()
  const view = viewOf(useChoice())
  // Whether every task is done, or there never was one.
  const done = useInfiniteQuery({
    ...taskListQuery(administration_id, { show: 'done', whose: 'everybody' }),
    enabled: view === 'open',
  })
  if (view === 'done') return <Empty title={words.tasks_empty_done} />
  if (view === 'nobody') return <Empty title={words.tasks_empty_nobody} />
  if (view === 'open') {
    if (done.isPending) return <RowsLoading rows={1} />
    const never = done.data?.pages[0]?.tasks.length === 0
    return (
      <Empty title={never ? words.tasks_empty_never : words.tasks_empty_open}>
        {never ? words.tasks_empty_never_sentence : words.tasks_empty_open_sentence}
      </Empty>
    )
  }
  return (
    <Empty
      title={words.tasks_empty_mine}
      action={
        <Button variant="default" onClick={() => go({ whose: '' })}>
          {words.tasks_empty_everybody}
        </Button>
      }
    >
      {words.tasks_empty_mine_sentence}
    </Empty>
  )
}
