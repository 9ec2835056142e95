import { cutText } from './cut_text.ts'

const length_max = 200

/** How names of files end, by what they are. */
const endings: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/heic': ['.heic', '.heif'],
  'application/pdf': ['.pdf'],
}

/**
 * A name that ends as what the file is. What begins as a PDF can be a program as well, and whoever saves it opens it by
 * the end of its name.
 */
export function nameAsKind(filename: string, content_type: string): string {
  const [usual = '', ...others] = endings[content_type] ?? []
  const name = filename.toLowerCase()
  if ([usual, ...others].some((ending) => name.endsWith(ending))) return filename
  return `${cutText(filename, length_max - usual.length)}${usual}`
}

/** The name of a file alone, without a folder in front or anything that is no letter; it is shown, and never a path. */
export function plainName(filename: string | undefined): string {
  const name = (filename ?? '').split(/[/\\]/).findLast((part) => part !== '') ?? ''
  const plain = name.replaceAll(/\p{C}/gu, '')
  return /^[.\s]*$/.test(plain) ? 'file' : cutText(plain, length_max)
}
