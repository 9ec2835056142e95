import { ask } from '../../api/client.ts'
import { counted, fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import type { Many } from '../table/use_many.tsx'

type Debtor = { id: string; name: string }
type Assigning = { administration_id: string; debtors: readonly Debtor[]; name: string }

/** The work of giving many debtors to somebody, or to nobody. */
export const assigning = ({ administration_id, debtors, name }: Assigning, words: Words): Many<Debtor> => ({
  rows: debtors,
  nameOf: (debtor) => debtor.name,
  act: {
    some: (portion) =>
      ask('selection_verbs.assign_debtors', {
        ...{ administration_id, debtor_ids: portion.map(({ id }) => id), relation_manager: name || null },
      }),
  },
  sayDone: (count) => {
    const [one, many] =
      name === ''
        ? [words.table_assigned_nobody_one, words.table_assigned_nobody]
        : [words.table_assigned_one, words.table_assigned]
    return fill(counted(count, one, many), { name })
  },
})
