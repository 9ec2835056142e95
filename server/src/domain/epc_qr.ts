import { oneLine } from './lines.ts'

/** What a QR code of EPC069-12, version 2, tells a banking app: one credit transfer in euros, not sent yet. */
export type Transfer = {
  /** Holder of the account. */
  name: string
  /** As machines write it, and checked already. */
  iban: string
  bic: string | null
  /** In cents. */
  amount: bigint
  /** What stands on the statement of whoever is paid. */
  reference: string
}

const amount_max = 99_999_999_999n
const name_length_max = 70
/** Leaves room for a reference whatever letters a name has. */
const name_bytes_max = 210
const reference_length_max = 140
const bytes_max = 331

/**
 * The text of the code, line by line; null when such a code cannot be made, because the amount is nothing or too much.
 * Names and references that are too long are cut, as the rules of the code want it.
 */
export function epcText({ name, iban, bic, amount, reference }: Transfer): string | null {
  if (amount < 1n || amount > amount_max) return null
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/.test(iban)) return null
  const holder = cutBytes(cut(oneLine(name), name_length_max), name_bytes_max)
  if (holder === '') return null
  const digits = String(amount).padStart(3, '0')
  const lines = (remittance: string): string =>
    [
      'BCD', // What this is.
      '002', // Version, in which the BIC may be left out.
      '1', // UTF-8.
      'SCT', // A credit transfer.
      bic ?? '',
      holder,
      iban,
      `EUR${digits.slice(0, -2)}.${digits.slice(-2)}`,
      '', // No purpose.
      '', // No structured reference: either this one or the next may be there.
      remittance,
    ]
      .join('\n')
      .replace(/\n+$/, '')
  // Letters beyond the plain ones take several bytes, and a code holds only so many.
  const room = bytes_max - Buffer.byteLength(lines('x'))
  return lines(cutBytes(cut(oneLine(reference), reference_length_max), room))
}

const cut = (text: string, length: number): string => [...text].slice(0, length).join('').trimEnd()

function cutBytes(text: string, bytes: number): string {
  let letters = [...text]
  while (Buffer.byteLength(letters.join('')) > bytes) letters = letters.slice(0, -1)
  return letters.join('').trimEnd()
}
