import type { TestEvent } from 'node:test/reporters'

/** What became of files of tests. One that was stopped, or never began, is in neither list. */
export type FileOutcomes = { failed: string[]; passed: string[] }

/**
 * Reports nothing but what became of files, a line for each failure, and for each file that came to its end and passed.
 * Whatever is around a test fails with it, such as the file of a process that several share; that is no failure of its
 * own.
 */
// biome-ignore lint/style/noDefaultExport: the test runner asks for one
export default async function* fileOutcomes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type === 'test:summary' && data.file && data.success) yield `passed ${data.file}\n`
    if (type !== 'test:fail' || !('file' in data) || !data.file) continue
    const { error } = data.details
    if (!('failureType' in error) || error.failureType !== 'subtestsFailed') yield `failed ${data.file}\n`
  }
}

/** Reads what was reported; each file once. */
export function readOutcomes(report: string): FileOutcomes {
  const lines = report.split('\n')
  const filesOf = (outcome: string): string[] => [
    ...new Set(lines.filter((line) => line.startsWith(outcome)).map((line) => line.slice(outcome.length))),
  ]
  const failed = filesOf('failed ')
  return { failed, passed: filesOf('passed ').filter((file) => !failed.includes(file)) }
}

/** What is to be said of files that failed, after they were run once more: passing is known only of what ended. */
export function sayRepeated(repeated: readonly string[], { failed, passed }: FileOutcomes): string[] {
  const unsteady = repeated.filter((file) => passed.includes(file))
  const stopped = repeated.filter((file) => !passed.includes(file) && !failed.includes(file))
  return [
    ...(unsteady.length > 0 ? [`UNSTEADY, failed once and passed alone: ${unsteady.join(' ')}`] : []),
    ...(stopped.length > 0 ? [`FAILED, and stopped before the end when run again: ${stopped.join(' ')}`] : []),
  ]
}
