/** What cannot be tried on a Citus cluster, each with its reason; with `test`, that one of the file alone. */
export type CitusException = { file: string; test?: string; because: string }

const counted = 'counts what one server has read, and rows lie on the nodes'
const refuses = 'a backup refuses a cluster, as the guide on scaling says'

export const citus_exceptions: readonly CitusException[] = [
  { file: 'server/src/db/backup/backup.test.ts', because: refuses },
  { file: 'server/src/events/follow_restored.test.ts', because: refuses },
  {
    file: 'server/src/events/follow.test.ts',
    test: 'looking for news costs the same however many administrations have none',
    because: counted,
  },
  { file: 'server/src/files/uploads.test.ts', because: counted },
  {
    file: 'server/src/follow_up/look/engine.test.ts',
    test: 'administrations with nothing to do cost nothing, however many there are',
    because: counted,
  },
  {
    file: 'server/src/follow_up/today/candidates.test.ts',
    test: '20,000 debtors with something overdue are ranked out of indexes, and no invoice of them is read',
    because: counted,
  },
  {
    file: 'server/src/resources/debtors/figures.test.ts',
    test: 'figures read the entries of their debtor alone, however many invoices there are',
    because: counted,
  },
  {
    file: 'server/src/jobs/tenant_tables.test.ts',
    test: 'every table with administration_id is emptied, goes by itself, or outlives its administration on purpose',
    because: 'foreign keys of the coordinator are off there, and the purge removes those rows itself',
  },
  {
    file: 'server/test/citus.test.ts',
    test: 'a server without Citus is refused with the reason',
    because: 'every server of such a round has Citus',
  },
  { file: 'server/test/restored_copy.test.ts', because: refuses },
]

/** Whether a whole file is left out. */
export const isException = (file: string): boolean =>
  citus_exceptions.some((one) => one.test === undefined && file.startsWith(one.file))

/** Says to the runner of Node which tests to leave out of the other files. */
export const skipPatterns = (): string[] =>
  citus_exceptions.flatMap(({ test }) =>
    test === undefined ? [] : [`--test-skip-pattern=^${test.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`],
  )
