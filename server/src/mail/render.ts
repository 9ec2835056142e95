import { oneLine, ownLines } from '../domain/lines.ts'
import type { Content, Dressed } from './content.ts'

export type Rendered = { subject: string; text: string; html: string }

/** Dresses a mail: as plain text, and as a page that says the same. Names in it are what people typed. */
export function render(content: Content | Dressed): Rendered {
  if ('html' in content) return { subject: subjectLine(content.subject), text: content.text, html: content.html }
  return { subject: subjectLine(content.subject), text: asText(content), html: asPage(content) }
}

/** A header is one line: no character of a name may begin another one. */
export const subjectLine = (text: string): string => oneLine(text, 200)

function asText({ paragraphs, body, action, note, signature }: Content): string {
  const parts = [
    ...paragraphs.map(oneParagraph),
    ...(body === undefined ? [] : [ownLines(body)]),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(note ? [oneParagraph(note)] : []),
    `-- \n${oneParagraph(signature)}`,
  ]
  return `${parts.join('\n\n')}\n`
}

const oneParagraph = (text: string): string => unlinked(oneLine(text))

/**
 * A company may be called example.com; readers of mail would make a link of that, which we did not put there. What is
 * not seen, behind the dot, keeps them from it.
 */
const unlinked = (text: string): string => text.replace(/(?<=[\p{L}\p{N}])\.(?=\p{L}{2})/gu, '.\u2060')

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const body_style = `margin:0;padding:0;background-color:#f4f5f7;color:#1d2433;${font};font-size:16px;line-height:1.5`
const sheet = 'max-width:560px;margin:0 auto;padding:32px;background-color:#ffffff;border-radius:8px'
/** A button in the colour of whoever writes, on which white letters can be read. */
export const buttonStyle = (colour: string | null | undefined): string =>
  `display:inline-block;padding:12px 20px;background-color:${colour ?? '#1f5f8b'};color:#ffffff;border-radius:6px;font-weight:600;text-decoration:none`
const small = 'margin:0 0 16px;font-size:14px;color:#4a5468'

// Where a reader of mail honours it, the mail follows a dark screen; where not, it stays dark on light.
const dark = `@media (prefers-color-scheme: dark) {
.page { background-color: #14181f !important; color: #e8ebf0 !important }
.sheet { background-color: #1e242e !important }
.small { color: #aab3c2 !important }
.address { color: #8cc4ec !important }
.line { border-color: #3a4454 !important }
}`

function asPage({ language, subject, paragraphs, body, action, note, signature }: Content): string {
  const parts = [
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escaped(unlinked(subjectLine(subject)))}</h1>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${escaped(oneParagraph(text))}</p>`),
    ...(body === undefined ? [] : [`<p style="margin:0 0 16px;white-space:pre-wrap">${escaped(ownLines(body))}</p>`]),
    ...(action ? [link(action.label, action.url)] : []),
    ...(note ? [`<p class="small" style="${small}">${escaped(oneParagraph(note))}</p>`] : []),
  ]
  return framed({
    language,
    title: subjectLine(subject),
    main: parts.join('\n'),
    footer: escaped(oneParagraph(signature)),
  })
}

/** The page around what a mail says; the parts of it are HTML already. */
export function framed(page: { language: string; title: string; main: string; footer: string }): string {
  return `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(page.title)}</title>
<style>${dark}</style>
</head>
<body class="page" style="${body_style}">
<div style="padding:24px 12px">
<main class="sheet" style="${sheet}">
${page.main}
</main>
<footer><p class="small" style="${small};max-width:560px;margin:16px auto;text-align:center">${page.footer}</p></footer>
</div>
</body>
</html>
`
}

/** The address stands below the button too, for readers that show no buttons. */
function link(label: string, url: string): string {
  const address = `<a class="address" href="${escaped(url)}" style="color:#1f5f8b;word-break:break-all">${escaped(url)}</a>`
  return `<p style="margin:24px 0"><a href="${escaped(url)}" style="${buttonStyle(null)}">${escaped(label)}</a></p>
<p class="small" style="${small}">${address}</p>`
}

export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
