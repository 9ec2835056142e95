import { useMediaQuery } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { outboxQuery, type WaitingDebtor } from '../../api/outbox.ts'
import { KeyFoot, KeyHint } from '../../parts/key_foot.tsx'
import { Empty } from '../../parts/states.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useOpenRow } from '../../parts/table/use_open_row.ts'
import { useOpening } from '../../parts/table/use_opening.ts'
import { useKeys } from '../../parts/use_keys.ts'
import { useWords } from '../../words/words.tsx'
import { BulkBar } from './bulk_bar.tsx'
import classes from './outbox.module.css'
import { WaitingLetters } from './waiting_letters.tsx'
import { WaitingList } from './waiting_list.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/outbox')

type Props = { administration_id: string; may_work: boolean }

/** What waits, and beside it the letter as it would go out. On a phone there is one of the two. */
export function WaitingPart({ administration_id, may_work }: Props) {
  const { words } = useWords()
  const { debtor } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useInfiniteQuery(outboxQuery(administration_id))
  const debtors = query.data?.pages.flatMap((page) => page.debtors) ?? []
  const choose = useOpening(debtor, (id, replace) => void navigate({ search: id ? { debtor: id } : {}, replace }))
  const { current, place, move, goOn } = useOpenRow({
    ...{ list: administration_id, chosen: debtor, choose },
    ids: query.data && debtors.map(({ debtor_id }) => debtor_id),
  })
  useKeys({ j: [words.keys_next, () => move(1)], k: [words.keys_previous, () => move(-1)] })
  const open = query.data ? current : null
  // What is open stays so when nothing waits any more.
  const is_there = debtors.length > 0 || open !== null
  // Where there is room, list and letter fill the screen, and each scrolls for itself.
  const wide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false })
  return (
    <Listing query={query} count={debtors.length || (is_there ? 1 : 0)} expected={8} empty={<Nothing />}>
      <div className={classes.part} data-fill={(wide && is_there) || undefined} data-chosen={debtor ? true : undefined}>
        <Side {...{ administration_id, may_work, debtors }} current={open} onChoose={choose} />
        {open !== null && (
          <WaitingLetters
            key={open}
            administration_id={administration_id}
            debtor_id={open}
            reasons={debtors[place]?.reasons ?? []}
            may_work={may_work}
            onBack={() => choose(undefined)}
            onDone={() => goOn(open)}
          />
        )}
      </div>
    </Listing>
  )
}

type SideProps = Props & {
  debtors: readonly WaitingDebtor[]
  current: string | null
  onChoose: (debtor_id: string) => void
}

/** Who is on the list, and which of them are let go together. */
function Side({ administration_id, may_work, debtors, current, onChoose }: SideProps) {
  const { words } = useWords()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const still = debtors.filter(({ debtor_id }) => selected.has(debtor_id)).map(({ debtor_id }) => debtor_id)
  const toggle = (debtor_id: string): void =>
    setSelected((before) => {
      const after = new Set(before)
      if (!after.delete(debtor_id)) after.add(debtor_id)
      return after
    })
  useKeys(may_work ? { x: [words.keys_select, () => current !== null && toggle(current)] } : {})
  if (debtors.length === 0) {
    return (
      <div className={classes.side}>
        <Nothing />
      </div>
    )
  }
  return (
    <div className={classes.side}>
      {may_work && (
        <BulkBar
          administration_id={administration_id}
          all={debtors.map(({ debtor_id }) => debtor_id)}
          selected={still}
          onSelect={(ids) => setSelected(new Set(ids))}
        />
      )}
      <WaitingList
        debtors={debtors}
        current={current}
        selected={may_work ? selected : null}
        onChoose={onChoose}
        onToggle={toggle}
      />
      <OutboxKeys may_work={may_work} />
    </div>
  )
}

/** How to go through the list; what is done with a letter has its key on its button. */
function OutboxKeys({ may_work }: { may_work: boolean }) {
  const { words } = useWords()
  return (
    <KeyFoot>
      <KeyHint keys={['J', 'K']}>{words.outbox_key_move}</KeyHint>
      {may_work && <KeyHint keys={['X']}>{words.outbox_key_select}</KeyHint>}
    </KeyFoot>
  )
}

function Nothing() {
  const { words } = useWords()
  return <Empty title={words.outbox_empty}>{words.outbox_empty_sentence}</Empty>
}
