/** What somebody wrote, and what they answered to, which pages show folded. */
export type Folded = { written: string; quoted: string }

/** How mail programs begin what they quote, in the languages of our letters. */
const beginnings = [
  // «On … wrote:» and its like; the address or the date may stand on the next line.
  /^(on|op|am|le|il|el)\b.{5,200}\b(wrote|schreef|schrieb|a écrit|ha scritto|escribió)\b.{0,80}:$/i,
  /^-{2,}\s*(original|forwarded) message\s*-{2,}$/i,
  /^-{2,}\s*(oorspronkelijk bericht|ursprüngliche nachricht|message d'origine)\s*-{2,}$/i,
  /^_{20,}$/,
  /^begin forwarded message:$/i,
]
/** The block that some programs put above what they quote: who, when, to whom, about what. */
const head_names = ['from|van|von|de', 'sent|verzonden|gesendet|envoyé|date|datum', 'to|aan|an|à']
const head_lines = new RegExp(`^[*]?(${head_names.join('|')}|subject|onderwerp|betreff|objet)\\s?:[*]?\\s`, 'i')
/** So many lines are looked through; mails with more say what they have to say before. */
const lines_max = 5_000

/** Folds the end of a mail that only repeats what it answers. What stands between quoted lines stays. */
export function foldQuoted(text: string): Folded {
  const lines = text.split('\n')
  const at = quotedFrom(lines)
  const written = lines.slice(0, at).join('\n').trimEnd()
  // Whoever wrote nothing of their own forwarded something: then that is what they say.
  if (written.trim() === '') return { written: text.trim(), quoted: '' }
  return { written, quoted: lines.slice(at).join('\n').trim() }
}

function quotedFrom(lines: readonly string[]): number {
  for (const [index, raw] of lines.slice(0, lines_max).entries()) {
    const line = raw.trim()
    if (line === '') continue
    const both = `${line} ${lines[index + 1]?.trim() ?? ''}`.trim()
    const begins =
      beginnings.some((one) => one.test(line)) || (!line.endsWith(':') && beginnings[0]?.test(both) === true)
    if (begins || isHead(lines, index)) return index
    if (line.startsWith('>') && onlyQuotedAfter(lines, index)) return index
  }
  return lines.length
}

const isHead = (lines: readonly string[], index: number): boolean => {
  const next = lines.slice(index, index + 4).map((one) => one.trim())
  return head_lines.test(next[0] ?? '') && next.filter((one) => head_lines.test(one)).length >= 3
}

const onlyQuotedAfter = (lines: readonly string[], index: number): boolean =>
  lines.slice(index, lines_max).every((one) => one.trim() === '' || one.trim().startsWith('>'))
