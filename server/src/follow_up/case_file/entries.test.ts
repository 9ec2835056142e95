import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { entriesOf } from './entries.ts'
import type { CaseFile, FileDocument } from './read.ts'

async function namesOf(documents: readonly Pick<FileDocument, 'about' | 'filename'>[]): Promise<string[]> {
  const file = {
    ...{ credit_case_number: '123 456 789', letters: [], messages: [] },
    documents: documents.map((one) => ({ ...one, kind: 'document', checksum: 'x', byte_size: 1 })),
  }
  const names: string[] = []
  // Nothing else of a case decides about the names.
  for await (const { name } of entriesOf(file as unknown as CaseFile, Buffer.from(''), async () => Readable.from([]))) {
    names.push(name)
  }
  return names.slice(1)
}

test('whatever a document is called, it stays in its folder under a name of its own', async () => {
  const odd = ['../../x.pdf', '..\\..\\x.pdf', '/etc/x.pdf', 'C:x.pdf', '..', '', ' . ', 'a\r\nb.pdf', 'x.pdf', 'X.PDF']
  const long = [`${'a'.repeat(400)}.pdf`, `${'🙂'.repeat(200)}.pdf`, `x${'🙂'.repeat(200)}.pdf`]
  const abouts = ['2026-1', '..', 'A/../../B', '🙂'.repeat(100)]
  const names = await namesOf([...odd, ...long].flatMap((filename) => abouts.map((about) => ({ about, filename }))))
  for (const name of names) {
    const [folder, ...parts] = name.split('/')
    assert.deepEqual([folder, parts.length], ['invoices', 2], name)
    for (const part of parts) assert.ok(part !== '' && part.length <= 130 && !/^\.|[\\:\p{Cc}]/u.test(part), name)
    assert.ok(name.isWellFormed(), JSON.stringify(name))
  }
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length)
  assert.equal(names.filter((name) => /\.pdf$/i.test(name)).length, 10 * abouts.length, 'what opens it stays')
})
