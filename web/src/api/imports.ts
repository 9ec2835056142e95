import { queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { Operations } from './generated.ts'
import type { RecordKey } from './records.ts'

export type ShownImport = Operations['imports.show']['answers']
export type ImportColumn = ShownImport['columns'][number]
export type ImportChoices = ShownImport['choices']
export type ImportKind = ImportChoices['kind']
export type ImportField = ImportChoices['places'][number]['field']
export type CellFormat = ImportChoices['formats'][number]['format']
export type ImportCounts = ShownImport['counts']
export type ImportRow = Operations['imports.rows']['answers']['rows'][number]
export type RowProblem = ImportRow['problems'][number]
export type RowShow = Operations['imports.rows']['takes']['show']

const look_ms = 400

/** Whether a check or an import runs at this moment. */
export const isUnderWay = ({ status, failed }: Pick<ShownImport, 'status' | 'failed'>): boolean =>
  !failed && (status === 'checking' || status === 'importing')

export const importsQuery = (administration_id: string) =>
  queryOptions({
    queryKey: ['imports', administration_id],
    queryFn: () => ask('imports.list', { administration_id }),
  })

export const importQuery = ({ administration_id, id }: RecordKey) =>
  queryOptions({
    queryKey: ['imports', administration_id, id],
    queryFn: () => ask('imports.show', { administration_id, id }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? look_ms : false),
  })

/** The first rows that were refused, or that should be looked at. */
export const importRowsQuery = ({ administration_id, id }: RecordKey, show: RowShow, status: string) =>
  queryOptions({
    queryKey: ['imports', administration_id, id, show, status],
    queryFn: () => ask('imports.rows', { administration_id, id, show }),
  })

/** All of them, page by page. */
export async function readAllRows({ administration_id, id }: RecordKey, show: RowShow): Promise<ImportRow[]> {
  const rows: ImportRow[] = []
  for (let after: number | null = -1; after !== null; ) {
    const page: Operations['imports.rows']['answers'] = await ask('imports.rows', {
      administration_id,
      id,
      show,
      after,
    })
    rows.push(...page.rows)
    after = page.after
  }
  return rows
}
