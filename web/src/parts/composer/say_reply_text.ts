import type { Words } from '../../words/languages.ts'

/** Texts of the house have their names on the page; one that is newer than the page shows its code. */
export function sayReplyText(words: Words, code: string): string {
  const names: Readonly<Record<string, string>> = {
    copy_of_invoice: words.reply_copy_of_invoice,
    looking_into_it: words.reply_looking_into_it,
    payment_received: words.reply_payment_received,
    payment_terms: words.reply_payment_terms,
  }
  return names[code] ?? code
}
