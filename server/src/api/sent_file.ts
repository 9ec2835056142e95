/**
 * A file that came with a request. Its bytes lie aside, at `path`, until they are kept; what nobody keeps is forgotten
 * when the request ends. It is a class so that nothing a caller writes in JSON can pass for one.
 */
export class SentFile {
  readonly filename: string
  readonly content_type: string
  readonly byte_size: number
  /** SHA3-512 in base64. */
  readonly checksum: string
  readonly path: string
  /** Keeps the bytes for good, in the store of files. Before a transaction, never inside one. */
  readonly keep: () => Promise<void>

  constructor(file: Pick<SentFile, 'filename' | 'content_type' | 'byte_size' | 'checksum' | 'path' | 'keep'>) {
    this.filename = file.filename
    this.content_type = file.content_type
    this.byte_size = file.byte_size
    this.checksum = file.checksum
    this.path = file.path
    this.keep = file.keep
  }
}
