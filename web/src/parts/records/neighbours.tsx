import { useNavigate } from '@tanstack/react-router'
import type { ListName } from '../../api/saved_views.ts'
import { fill } from '../../words/fill.ts'
import { sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { Key } from '../key.tsx'
import { keptPlace } from '../table/last_search.ts'
import { useKeys } from '../use_keys.ts'
import { record_pages } from './links.tsx'

type NeighboursProps = { list: ListName; administration_id: string; id: string }

/** Where a record stands on the list that somebody came from, with keys to the next one and the one before. */
export function Neighbours({ list, administration_id, id }: NeighboursProps) {
  const { words, language } = useWords()
  const navigate = useNavigate()
  const found = keptPlace(list, administration_id, id)
  const go = (other: string | undefined): void => {
    if (other === undefined) return
    void navigate({ to: record_pages[list], params: { administration_id, record_id: other } })
  }
  useKeys(
    found === null
      ? {}
      : {
          j: [words.keys_next_record, () => go(found.next)],
          k: [words.keys_previous_record, () => go(found.previous)],
        },
  )
  if (found === null || found.count < 2) return null
  return (
    <span>
      {'· '}
      {fill(words.record_place, { place: sayNumber(found.place, language), count: sayNumber(found.count, language) })}{' '}
      <Key of="J" /> <Key of="K" />
    </span>
  )
}
