import { useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep_answer.ts'
import { generalQuery, session_query } from '../../api/queries.ts'
import type { General } from '../../api/types.ts'
import { useForm } from '../../parts/form.ts'
import { useNotice } from '../../parts/notices.tsx'
import { useWords } from '../../words/words.tsx'

/** What people type of their administration. */
export type GeneralFact = Exclude<keyof General, 'modules' | 'may_change' | 'currency_code'>

type Texts<Name extends GeneralFact> = Record<Name, string>

const textsOf = <Name extends GeneralFact>(data: General, names: readonly Name[]): Texts<Name> =>
  // Each name has its text.
  Object.fromEntries(names.map((name) => [name, data[name] ?? ''])) as Texts<Name>

/** A form over some facts of an administration. What was not touched is not sent, so colleagues keep their changes. */
export function useGeneralForm<Name extends GeneralFact>(
  administration_id: string,
  data: General,
  names: readonly Name[],
  /** How what is stored is written for people. */
  written: (data: General) => General = (as_stored) => as_stored,
) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const initial = textsOf(written(data), names)
  const form = useForm({
    initial,
    send: (typed) => {
      const touched = names.filter((name) => typed[name] !== initial[name])
      const change = Object.fromEntries(touched.map((name) => [name, typed[name].trim() || null]))
      return ask('administration_general.change', { administration_id, ...change })
    },
    done: async (answer) => {
      await keepAnswer(queries, generalQuery(administration_id), answer)
      form.reset(textsOf(written(answer), names))
      say(words.saved)
      // The name and the clock of an administration are part of the session.
      await queries.invalidateQueries({ queryKey: session_query.queryKey })
    },
  })
  return form
}
