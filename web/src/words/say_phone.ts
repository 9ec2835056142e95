/** Codes of countries with two digits; those of North America and Russia have one, all others three. */
const two_digits = /^(2[07]|3[0-4]|36|39|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/**
 * A phone number with spaces where people pause, so that it can be read out and dialled. One that has spaces or other
 * signs stays as somebody wrote it.
 */
export function sayPhone(number: string): string {
  if (/^0\d{9}$/.test(number)) return `${areaOf(number, 1)} ${inGroups(number.slice(areaOf(number, 1).length))}`
  if (!/^\+\d{8,15}$/.test(number)) return number
  const digits = number.slice(1)
  const code = digits.slice(0, /^[17]/.test(digits) ? 1 : two_digits.test(digits) ? 2 : 3)
  const own = digits.slice(code.length)
  if (code !== '31' || own.length !== 9) return `+${code} ${inGroups(own)}`
  const area = areaOf(own, 0)
  return `+${code} ${area} ${inGroups(own.slice(area.length))}`
}

/** Dutch mobile numbers begin with 6, and others with an area of two digits. */
const areaOf = (number: string, zeros: number): string =>
  number.slice(0, zeros + (number.startsWith('6', zeros) ? 1 : 2))

/** Groups of three, with the last of two to four digits; eight are two of four. */
function inGroups(digits: string): string {
  if (digits.length === 8) return `${digits.slice(0, 4)} ${digits.slice(4)}`
  const groups: string[] = []
  let rest = digits
  while (rest.length > 4) {
    groups.push(rest.slice(0, 3))
    rest = rest.slice(3)
  }
  return [...groups, rest].join(' ')
}
