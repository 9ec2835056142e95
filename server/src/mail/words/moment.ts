/** A moment as a reader of a language writes it. Readers are anywhere, so it is always in UTC and says so. */
export function moment(iso: string, language: 'en-GB' | 'nl-NL'): string {
  const text = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${text.format(new Date(iso))} UTC`
}
