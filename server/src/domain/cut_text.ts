/** The beginning of a text, at most so long. A letter of two halves is taken whole or left: databases refuse a half. */
export const cutText = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
