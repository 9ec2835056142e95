/** The headers of a mail by their names in small letters; of one that is there twice, the first. */
export type Headers = ReadonlyMap<string, string>

/**
 * Whether no person wrote a mail: RFC 3834, and what programs say that do not follow it. Such a mail is shown and holds
 * nothing, and nobody answers it.
 */
export function isAutomatic(headers: Headers, subject: string): boolean {
  const says = (name: string): string => headers.get(name)?.trim().toLowerCase() ?? ''
  const submitted = says('auto-submitted')
  if (submitted !== '' && !/^no\b/.test(submitted)) return true
  if (/^(bulk|junk|list|auto_reply)$/.test(says('precedence'))) return true
  if (['x-autoreply', 'x-autorespond'].some((name) => !['', 'no'].includes(says(name)))) return true
  if (says('list-id') !== '' || says('list-unsubscribe') !== '') return true
  if (says('return-path') === '<>') return true
  return subjects.some((one) => one.test(subject.trim()))
}

/** What programs begin their answers with that send no header. */
const subjects = [
  /^(automatic reply|auto(matic)?[- ]?reply|out of (the )?office)\b/i,
  /^(automatisch antwoord|afwezig(heid)?|automatische antwort|abwesenheit(snotiz)?|réponse automatique)\b/i,
]
