import assert from 'node:assert/strict'
import { inflateSync } from 'node:zlib'

/** The texts on each page of a PDF that we wrote, in their order, as somebody who copies them gets them. */
export function readPdf(file: Buffer): string[][] {
  const objects = objectsOf(file)
  const streamOf = (number: number): string => {
    const object = objects.get(number) ?? assert.fail(`there is no object ${number}`)
    const begin = object.indexOf('stream\n') + 7
    const length = Number(/\/Length (\d+)/.exec(object.toString('latin1', 0, begin))?.[1])
    return inflateSync(object.subarray(begin, begin + length)).toString('latin1')
  }
  const named = (text: string, name: string): number => Number(new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1])
  const texts = [...objects].map(([number, object]) => [number, object.toString('latin1')] as const)
  const tree = texts.find(([, text]) => text.includes('/Type /Pages'))?.[1] ?? ''
  const kids = [...(/\/Kids \[([^\]]*)\]/.exec(tree)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, kid]) => Number(kid))
  return kids.map((kid) => {
    const page = objects.get(kid)?.toString('latin1') ?? ''
    const fonts = objects.get(named(page, 'Resources'))?.toString('latin1') ?? ''
    const letters = new Map(
      ['F1', 'F2'].map((name) => {
        const font = objects.get(named(fonts, name))?.toString('latin1') ?? ''
        return [name, lettersOf(streamOf(named(font, 'ToUnicode')))]
      }),
    )
    return [...streamOf(named(page, 'Contents')).matchAll(/\/(F\d) [\d.]+ Tf [^<]*<([0-9a-f]*)> Tj/g)].map(
      ([, name = '', codes = '']) => (codes.match(/.{4}/g) ?? []).map((code) => letters.get(name)?.get(code)).join(''),
    )
  })
}

/** The objects of a file, each found where its table says that it is. */
function objectsOf(file: Buffer): Map<number, Buffer> {
  const text = file.toString('latin1')
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  const lines = text.slice(table).split('\n').slice(3)
  const starts = lines.slice(
    0,
    lines.findIndex((line) => line.startsWith('trailer')),
  )
  return new Map(
    starts.map((line, index) => {
      const at = Number(line.slice(0, 10))
      const head = `${index + 1} 0 obj\n`
      assert.equal(text.slice(at, at + head.length), head, `object ${index + 1} is not where the table says`)
      const next = Number(starts[index + 1]?.slice(0, 10) ?? table)
      return [index + 1, file.subarray(at + head.length, next)]
    }),
  )
}

const lettersOf = (map: string): Map<string, string> =>
  new Map(
    [...map.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gm)].map(([, code = '', utf16 = '']) => [
      code,
      Buffer.from(utf16, 'hex').swap16().toString('utf16le'),
    ]),
  )
