/** Bounds that nothing of the interface comes near: what is beyond them need not be understood to be refused. */
const depth_max = 32
const members_max = 500
const items_max = 100_000
const name_bytes_max = 200

const [quote, backslash, comma, colon] = [34, 92, 44, 58]
const [object_opens, object_closes, list_opens, list_closes] = [123, 125, 91, 93]

/** One object or list that is open: how many members or items it has so far. */
type Open = { object: boolean; count: number }

/**
 * Looks over JSON text before it is parsed, and tells what is out of bounds. Parsing a million names, or a hundred
 * thousand levels, takes the processor from everybody else for as long as a second; looking takes a fraction of that.
 * Text that is not JSON at all is left to the parser.
 */
export function outOfBounds(text: Buffer): string | null {
  const open: Open[] = []
  let string_bytes = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    const here = open.at(-1)
    if (letter === quote) {
      const end = endOfString(text, at + 1)
      string_bytes = end - at - 1
      at = end
    } else if (letter === object_opens || letter === list_opens) {
      if (open.length === depth_max) return `must not be nested deeper than ${depth_max}`
      open.push({ object: letter === object_opens, count: 1 })
    } else if (letter === object_closes || letter === list_closes) {
      open.pop()
    } else if (letter === comma && here) {
      here.count++
      if (here.object && here.count > members_max) return `must not have more than ${members_max} members in an object`
      if (here.count > items_max) return `must not have more than ${items_max} items in a list`
    } else if (letter === colon && here?.object && string_bytes > name_bytes_max) {
      return `must not have a name longer than ${name_bytes_max} bytes`
    }
  }
  return null
}

/** Where the string ends that begins here: the first quote that no backslash takes away. */
function endOfString(text: Buffer, from: number): number {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    let backslashes = 0
    while (text[at - 1 - backslashes] === backslash && at - 1 - backslashes >= from) backslashes++
    if (backslashes % 2 === 0) return at
  }
  return text.length
}
