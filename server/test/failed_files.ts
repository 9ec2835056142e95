import type { TestEvent } from 'node:test/reporters'

/**
 * Reports nothing but the files in which a test failed, a line for each failure. Whatever is around a test fails with
 * it, such as the file of a process that several share; that is no failure of its own.
 */
// biome-ignore lint/style/noDefaultExport: the test runner asks for one
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || !('file' in data) || !data.file) continue
    const { error } = data.details
    if (!('failureType' in error) || error.failureType !== 'subtestsFailed') yield `${data.file}\n`
  }
}
