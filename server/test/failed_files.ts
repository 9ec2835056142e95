import type { TestEvent } from 'node:test/reporters'

/** Reports nothing but the files in which a test failed, a line for each failure. */
// biome-ignore lint/style/noDefaultExport: the test runner asks for one
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type === 'test:fail' && 'file' in data && data.file) yield `${data.file}\n`
  }
}
