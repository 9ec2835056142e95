import { useMediaQuery } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { outboxQuery, type WaitingDebtor } from '../../api/outbox.ts'
import { KeyFoot, KeyHint } from '../../parts/key_foot.tsx'
import { Empty } from '../../parts/states.tsx'
import { Listing } from '../../parts/table/listing.tsx'
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
  const query = useInfiniteQuery(outboxQuery(administration_id))
  const debtors = query.data?.pages.flatMap((page) => page.debtors) ?? []
  const { current, chosen, choose } = useCurrent(debtors)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const still = debtors.filter(({ debtor_id }) => selected.has(debtor_id)).map(({ debtor_id }) => debtor_id)
  const toggle = (debtor_id: string): void =>
    setSelected((before) => {
      const after = new Set(before)
      if (!after.delete(debtor_id)) after.add(debtor_id)
      return after
    })
  const index = debtors.findIndex(({ debtor_id }) => debtor_id === current)
  useKeys({
    j: [words.keys_next, () => choose(debtors[index + 1]?.debtor_id)],
    k: [words.keys_previous, () => choose(debtors[index - 1]?.debtor_id)],
    ...(may_work ? { x: [words.keys_select, () => current !== null && toggle(current)] } : {}),
  })
  // The letter that was dealt with leaves the list: the reader goes on with the one behind it.
  const following = debtors[index + 1]?.debtor_id ?? debtors[index - 1]?.debtor_id
  // Where there is room, list and letter fill the screen, and each scrolls for itself.
  const wide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false })
  const fills = wide && debtors.length > 0
  return (
    <Listing query={query} count={debtors.length} expected={8} empty={<Nothing />}>
      <div className={classes.part} data-fill={fills || undefined} data-chosen={chosen || undefined}>
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
            onChoose={choose}
            onToggle={toggle}
          />
          <OutboxKeys may_work={may_work} />
        </div>
        {current !== null && (
          <WaitingLetters
            key={current}
            administration_id={administration_id}
            debtor_id={current}
            reasons={debtors[index]?.reasons ?? []}
            may_work={may_work}
            onBack={() => choose(undefined)}
            onDone={() => choose(chosen ? following : undefined)}
          />
        )}
      </div>
    </Listing>
  )
}

type Current = {
  current: string | null
  /** Whether the reader chose it, and it is not only the first. */
  chosen: boolean
  choose: (debtor_id: string | undefined) => void
}

/** Which debtor is looked at stands in the address; until one is chosen it is the first. */
function useCurrent(debtors: readonly WaitingDebtor[]): Current {
  const { debtor } = route.useSearch()
  const navigate = route.useNavigate()
  const found = debtors.find(({ debtor_id }) => debtor_id === debtor)
  return {
    current: found?.debtor_id ?? debtors[0]?.debtor_id ?? null,
    chosen: found !== undefined,
    choose: (debtor_id) => void navigate({ search: debtor_id ? { debtor: debtor_id } : {}, replace: true }),
  }
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
