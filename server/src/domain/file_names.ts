import { cutText } from './cut_text.ts'

const length_max = 200

/** The name of a file alone, without a folder in front or anything that is no letter; it is shown, and never a path. */
export function plainName(filename: string | undefined): string {
  const name = (filename ?? '').split(/[/\\]/).findLast((part) => part !== '') ?? ''
  const plain = name.replaceAll(/\p{C}/gu, '')
  return /^[.\s]*$/.test(plain) ? 'file' : cutText(plain, length_max)
}
