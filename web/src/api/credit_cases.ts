import { queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { Operations } from './generated.ts'
import type { RecordKey } from './records.ts'

export type CaseDossier = Operations['case_dossiers.show']['answers']
export type CaseFileLink = CaseDossier['files'][number]

/** How often it is looked whether a file is ready. */
const look_again_ms = 1_500

/** The claim of a case up to a day, what belongs to it, and its files; asked for again while one is being made. */
export const dossierQuery = ({ administration_id, id }: RecordKey, on?: string) =>
  queryOptions({
    queryKey: ['records', 'case_dossiers', administration_id, id, ...(on ? [on] : [])],
    queryFn: () => ask('case_dossiers.show', { administration_id, id, ...(on ? { on } : {}) }),
    refetchInterval: ({ state }) => (state.data?.files.some(({ made_at }) => made_at === null) ? look_again_ms : false),
  })
