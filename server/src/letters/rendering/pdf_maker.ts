import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'

type Maker = { createPdf: (definition: TDocumentDefinitions) => { getBuffer: () => Promise<Buffer> } }
let maker: Promise<Maker> | null = null

/** A document as bytes. */
export async function pdfOf(definition: TDocumentDefinitions): Promise<Buffer> {
  const pdfmake = await load()
  return pdfmake.createPdf(definition).getBuffer()
}

/** Loaded with the first document: it is large, and brings its fonts along. It reads those and nothing else. */
function load(): Promise<Maker> {
  maker ??= import('pdfmake').then(({ default: pdfmake }) => {
    const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto')
    const font = (name: string): string => join(fonts, `Roboto-${name}.ttf`)
    pdfmake.setFonts({ Roboto: { normal: font('Regular'), bold: font('Medium') } })
    pdfmake.setUrlAccessPolicy(() => false)
    pdfmake.setLocalAccessPolicy((path: string) => path.startsWith(fonts))
    return pdfmake
  })
  return maker
}
