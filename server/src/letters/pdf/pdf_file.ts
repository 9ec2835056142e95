import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { Font } from './font.ts'
import type { Picture } from './picture.ts'

/** A4, in points. */
export const page_size = { width: 595.28, height: 841.89 } as const

/** What a pen wrote on a page: for files the operators of PDF, whose places are counted from the lower left corner. */
export type Page = string[]

export type PdfInfo = { title: string; author: string; language: string; created: Date }

/** A font as one document uses it: letters get their numbers in the order in which they come up. */
export type FontUse = {
  readonly font: Font
  /** How it is called on pages. */
  readonly name: string
  /** A text as numbers of its glyphs, in hexadecimal digits. */
  readonly encode: (text: string) => string
  readonly glyphs: readonly number[]
  /** The text of each glyph, so that it can be searched and copied. */
  readonly texts: readonly string[]
}

export function useFont(font: Font, name: string): FontUse {
  const glyphs = [0]
  const texts = ['']
  const numbers = new Map<number, string>()
  const encode = (text: string): string => {
    let written = ''
    for (const character of text) {
      const code_point = character.codePointAt(0) ?? 0
      let number = numbers.get(code_point)
      if (number === undefined) {
        glyphs.push(font.glyphOf(code_point))
        number = (texts.push(character) - 1).toString(16).padStart(4, '0')
        numbers.set(code_point, number)
      }
      written += number
    }
    return written
  }
  return { font, name, encode, glyphs, texts }
}

/** What pages are drawn with. Pictures are called P1, P2 and so on, in their order. */
export type Used = { fonts: readonly FontUse[]; pictures: readonly Picture[] }

/** Puts pages together to a file. The same pages give the same bytes: nothing in it is of the moment. */
export function pdfFile(pages: readonly Page[], { fonts, pictures }: Used, info: PdfInfo): Buffer {
  const file = makeObjects()
  const catalog = file.reserve()
  const tree = file.reserve()
  const resources = file.add(
    `<< /Font << ${fonts.map((one) => `/${one.name} ${addFont(file, one)} 0 R`).join(' ')} >>${addPictures(file, pictures)} >>`,
  )
  const box = `[0 0 ${page_size.width} ${page_size.height}]`
  const kids = pages.map((page) => {
    const contents = file.addStream('', Buffer.from(page.join('\n'), 'latin1'))
    return file.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox ${box} /Resources ${resources} 0 R /Contents ${contents} 0 R >>`,
    )
  })
  file.set(tree, `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`)
  file.set(
    catalog,
    `<< /Type /Catalog /Pages ${tree} 0 R /Lang (${info.language}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
  )
  const created = `(D:${info.created.toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z)`
  const about = file.add(
    `<< /Title ${textOf(info.title)} /Author ${textOf(info.author)} /Creator (Dunlin) /Producer (Dunlin) ` +
      `/CreationDate ${created} >>`,
  )
  return file.finish(catalog, about)
}

function addPictures(file: Objects, pictures: readonly Picture[]): string {
  if (pictures.length === 0) return ''
  const named = pictures.map((one, index) => `/P${index + 1} ${addPicture(file, one)} 0 R`)
  return ` /XObject << ${named.join(' ')} >>`
}

function addPicture(file: Objects, { width, height, colours, coding, data, cover }: Picture): number {
  const size = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 `
  const mask = cover === null ? '' : `/SMask ${file.addStream(`${size}/ColorSpace /DeviceGray `, cover)} 0 R `
  const entries = `${size}/ColorSpace /${colours} ${mask}`
  return coding === 'jpeg' ? file.addPacked(entries, 'DCTDecode', data) : file.addStream(entries, data)
}

function addFont(file: Objects, { font, glyphs, texts }: FontUse): number {
  const data = font.subset(glyphs)
  // A subset is called by six capital letters of its own.
  const tag = createHash('sha256').update(data).digest('hex').slice(0, 6).replaceAll(/./g, capital)
  const name = `${tag}+${font.name}`
  const program = file.addStream(`/Length1 ${data.length} `, data)
  const descriptor = file.add(
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${font.box.join(' ')}] /ItalicAngle 0 ` +
      `/Ascent ${font.ascent} /Descent ${font.descent} /CapHeight 711 /StemV 80 /FontFile2 ${program} 0 R >>`,
  )
  const widths = glyphs.map((glyph) => font.widthOf(glyph)).join(' ')
  const own = file.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) ` +
      `/Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /W [0 [${widths}]] ` +
      '/CIDToGIDMap /Identity >>',
  )
  const unicode = file.addStream('', Buffer.from(unicodeMap(texts), 'latin1'))
  return file.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${own} 0 R] ` +
      `/ToUnicode ${unicode} 0 R >>`,
  )
}

const capital = (digit: string): string => String.fromCharCode(65 + Number.parseInt(digit, 16))

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex')

function unicodeMap(texts: readonly string[]): string {
  const lines = texts.slice(1).map((text, index) => `<${(index + 1).toString(16).padStart(4, '0')}> <${utf16(text)}>`)
  const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, index) => {
    const some = lines.slice(100 * index, 100 * (index + 1))
    return `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`
  })
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}

/** A text of people, whatever its letters. */
const textOf = (text: string): string => `<feff${utf16(text)}>`

type Objects = ReturnType<typeof makeObjects>

/** The numbered objects of a file. */
function makeObjects() {
  const objects: Buffer[] = []
  const set = (number: number, text: string): void => {
    objects[number - 1] = Buffer.from(text, 'latin1')
  }
  const reserve = (): number => objects.push(Buffer.alloc(0))
  const add = (text: string): number => objects.push(Buffer.from(text, 'latin1'))
  const addPacked = (entries: string, filter: string, packed: Buffer): number => {
    const head = `<< ${entries}/Filter /${filter} /Length ${packed.length} >>\nstream\n`
    return objects.push(Buffer.concat([Buffer.from(head, 'latin1'), packed, Buffer.from('\nendstream', 'latin1')]))
  }
  const addStream = (entries: string, data: Buffer): number =>
    addPacked(entries, 'FlateDecode', deflateSync(data, { level: 6 }))
  const finish = (root: number, info: number): Buffer => {
    const pieces: Buffer[] = [Buffer.from('%PDF-1.5\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')]
    let length = pieces[0]?.length ?? 0
    const starts: string[] = []
    for (const [index, object] of objects.entries()) {
      const head = Buffer.from(`${index + 1} 0 obj\n`, 'latin1')
      const tail = Buffer.from('\nendobj\n', 'latin1')
      starts.push(`${String(length).padStart(10, '0')} 00000 n \n`)
      length += head.length + object.length + tail.length
      pieces.push(head, object, tail)
    }
    const hash = createHash('sha256')
    for (const piece of pieces) hash.update(piece)
    const id = hash.digest('hex').slice(0, 32)
    const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.join('')}`
    const trailer = `trailer\n<< /Size ${objects.length + 1} /Root ${root} 0 R /Info ${info} 0 R /ID [<${id}> <${id}>] >>\n`
    pieces.push(Buffer.from(`${table}${trailer}startxref\n${length}\n%%EOF\n`, 'latin1'))
    return Buffer.concat(pieces)
  }
  return { reserve, set, add, addPacked, addStream, finish }
}
