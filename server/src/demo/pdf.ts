/** A text on a page: millimetres from the left and from the top, and the size of its letters in points. */
export type Text = { x: number; y: number; size: number; text: string; bold?: boolean; right?: boolean }

const point = 72 / 25.4
const page = { width: 210, height: 297 }

/**
 * Writes a page of A4 as PDF 1.4, in the fonts that every reader brings along: enough for a letter with figures. It is
 * text as it is, so that whoever opens the file in an editor sees what it says.
 */
export function pdfOf(title: string, texts: readonly Text[]): Buffer<ArrayBuffer> {
  const drawn = Buffer.concat(texts.map(draw))
  const font = (name: string): string =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects = [
    latin('<< /Type /Catalog /Pages 2 0 R >>'),
    latin('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    latin(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${number(page.width * point)} ${number(page.height * point)}] ` +
        '/Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> /Contents 6 0 R >>',
    ),
    latin(font('Helvetica')),
    latin(font('Helvetica-Bold')),
    Buffer.concat([latin(`<< /Length ${drawn.length} >>\nstream\n`), drawn, latin('\nendstream')]),
    Buffer.concat([latin('<< /Title '), literal(title), latin(' /Producer (Dunlin demo) >>')]),
  ]
  return together(objects)
}

/** The objects one after the other, and a table of where each begins. */
function together(objects: readonly Buffer[]): Buffer<ArrayBuffer> {
  const pieces: Buffer[] = [latin('%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n')]
  const starts: number[] = []
  let length = pieces[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const piece = Buffer.concat([latin(`${index + 1} 0 obj\n`), object, latin('\nendobj\n')])
    starts.push(length)
    length += piece.length
    pieces.push(piece)
  }
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  pieces.push(
    latin(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R /Info ${objects.length} 0 R >>\n` +
        `startxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(pieces)
}

function draw({ x, y, size, text, bold = false, right = false }: Text): Buffer {
  const left = x * point - (right ? widthOf(text, size) : 0)
  const place = `${number(left)} ${number((page.height - y) * point)}`
  return Buffer.concat([latin(`BT /F${bold ? 2 : 1} ${size} Tf ${place} Td `), literal(text), latin(' Tj ET\n')])
}

/** As wide as figures are; only amounts are set to the right. */
const widthOf = (text: string, size: number): number =>
  [...text].reduce((width, letter) => width + (/[.,\s]/.test(letter) ? 0.278 : /-/.test(letter) ? 0.333 : 0.556), 0) *
  size

const number = (value: number): string => value.toFixed(2)
const latin = (text: string): Buffer => Buffer.from(text, 'latin1')

/** A text in brackets, in the letters that the fonts know; others become a question mark. */
function literal(text: string): Buffer {
  const bytes = [...text].map((letter) => {
    if (letter === '€') return 0x80
    const code = letter.codePointAt(0) ?? 0x3f
    return code >= 0x20 && code <= 0xff && (code < 0x7f || code > 0x9f) ? code : 0x3f
  })
  const escaped = bytes.flatMap((byte) => (byte === 0x28 || byte === 0x29 || byte === 0x5c ? [0x5c, byte] : [byte]))
  return Buffer.from([0x28, ...escaped, 0x29])
}
