import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readKind } from './file_kinds.ts'

test('a file is what its first bytes say', () => {
  for (const [head, kind] of [
    ['ffd8ffe000104a464946', 'image/jpeg'],
    ['89504e470d0a1a0a0000', 'image/png'],
    [`${Buffer.from('RIFF').toString('hex')}00010000${Buffer.from('WEBP').toString('hex')}`, 'image/webp'],
    [`00000018${Buffer.from('ftypheic').toString('hex')}`, 'image/heic'],
    [Buffer.from('%PDF-1.7').toString('hex'), 'application/pdf'],
    ['', null],
    [Buffer.from('<svg onload="alert(1)">').toString('hex'), null],
    [Buffer.from('<html><script>').toString('hex'), null],
    [Buffer.from('MZ\u0090').toString('hex'), null],
    [Buffer.from(' %PDF-1.7').toString('hex'), null],
    [Buffer.from('PK\u0003\u0004').toString('hex'), null],
  ] as const)
    assert.equal(readKind(Buffer.from(head, 'hex')), kind, head)
})
