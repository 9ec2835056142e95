import type { TestEvent } from 'node:test/reporters'

/**
 * Reports nothing but the files in which a test failed, a line for each failure. That something around it failed because
 * of it is no failure of its own: what is around it may be a file that it shares a process with others in.
 */
// biome-ignore lint/style/noDefaultExport: the test runner asks for one
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || !('file' in data) || !data.file) continue
    const { error } = data.details
    if (!('failureType' in error) || error.failureType !== 'subtestsFailed') yield `${data.file}\n`
  }
}
