import { SaxesParser } from 'saxes'

/** What is no XML. Entities that a document defines itself are not expanded; a document with them is refused. */
export class XmlProblem extends Error {}

export type Attributes = { readonly [name: string]: string }
export type XmlReader = {
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Names without what some programs put before them. */
const bare = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Reads XML piece by piece. */
export async function readXml(bytes: AsyncIterable<Uint8Array>, reader: XmlReader): Promise<void> {
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new XmlProblem(error.message)
  })
  parser.on('doctype', () => {
    throw new XmlProblem('It has a document type.')
  })
  parser.on('opentag', ({ name, attributes }) => reader.open?.(bare(name), attributes))
  parser.on('text', (text) => reader.text?.(text))
  parser.on('cdata', (text) => reader.text?.(text))
  parser.on('closetag', ({ name }) => reader.close?.(bare(name)))
  const decoder = new TextDecoder('utf-8')
  for await (const piece of bytes) parser.write(decoder.decode(piece, { stream: true }))
  parser.write(decoder.decode()).close()
}
