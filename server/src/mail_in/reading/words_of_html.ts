// What an HTML mail says, as text. Nothing of it is ever shown as HTML: no style, no script, no picture that would be
// fetched from elsewhere, and no link under words that name another address. One pass over the characters, so that no
// mail takes long.

const hidden = new Set(['script', 'style', 'head', 'title', 'template', 'noscript', 'svg', 'math', 'iframe', 'object'])
const own_line = new Set([
  ...['p', 'div', 'br', 'tr', 'li', 'ul', 'ol', 'table', 'blockquote', 'hr', 'section', 'article', 'header', 'footer'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'address', 'center'],
])
const quotes = new Set(['blockquote'])

type Tag = { name: string; closes: boolean; attributes: string }

/** The words of a page, line by line; what it quotes begins with `>`, as in a mail of plain text. */
export function wordsOfHtml(html: string): string {
  const lines: string[] = []
  let line = ''
  let quoted = 0
  let skipping: string | null = null
  let link: string | null = null
  const end = (): void => {
    const words = line.replace(/\s+/g, ' ').trim()
    lines.push(words === '' ? '' : `${'> '.repeat(Math.min(quoted, 9))}${words}`)
    line = ''
  }
  for (let place = 0; place < html.length; ) {
    const open = html.indexOf('<', place)
    const stop = open < 0 ? html.length : open
    if (skipping === null) line += html.slice(place, stop)
    if (open < 0) break
    const close = html.startsWith('<!--', open) ? html.indexOf('-->', open + 4) : html.indexOf('>', open)
    if (close < 0) break
    place = close + (html.startsWith('<!--', open) ? 3 : 1)
    const tag = readTag(html.slice(open + 1, close))
    if (tag === null) continue
    if (skipping !== null) {
      if (tag.closes && tag.name === skipping) skipping = null
      continue
    }
    if (hidden.has(tag.name) && !tag.closes) skipping = tag.attributes.endsWith('/') ? null : tag.name
    if (own_line.has(tag.name)) end()
    if (quotes.has(tag.name)) quoted = Math.max(0, quoted + (tag.closes ? -1 : 1))
    if (tag.name === 'td' || tag.name === 'th') line += ' '
    if (tag.name !== 'a') continue
    if (tag.closes && link !== null && !line.includes(link)) line += ` (${link})`
    link = tag.closes ? null : addressIn(tag.attributes)
  }
  end()
  return decoded(lines.join('\n'))
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function readTag(inside: string): Tag | null {
  const [, slash = '', name = '', attributes = ''] = /^(\/?)([a-z][a-z0-9]{0,20})\b(.*)$/is.exec(inside) ?? []
  return name === '' ? null : { name: name.toLowerCase(), closes: slash !== '', attributes }
}

/** Where a link leads, for the reader to see; only to the web. */
function addressIn(attributes: string): string | null {
  const [, , found = null] = /\bhref\s*=\s*(["']?)(https?:\/\/[^"'\s>]{1,500})\1/i.exec(attributes) ?? []
  return found
}

const named: { readonly [name: string]: string } = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', euro: '€', pound: '£', copy: '©', reg: '®' },
  ...{ ndash: '–', mdash: '—', hellip: '…', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bull: '•', middot: '·' },
  ...{ eacute: 'é', egrave: 'è', ecirc: 'ê', euml: 'ë', aacute: 'á', agrave: 'à', acirc: 'â', auml: 'ä', ouml: 'ö' },
  ...{ uuml: 'ü', iuml: 'ï', icirc: 'î', ocirc: 'ô', ucirc: 'û', ugrave: 'ù', ccedil: 'ç', szlig: 'ß', oacute: 'ó' },
  ...{ Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', Eacute: 'É', laquo: '«', raquo: '»', zwnj: '', shy: '' },
}

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return named[name] ?? named[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
    const isLetter = code > 0x1f && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isLetter ? String.fromCodePoint(code) : ' '
  })
