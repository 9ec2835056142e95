/** The next number that people like to read: 1, 2 or 5 with zeros behind. */
export function nextRound(value: number): number {
  if (value <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10
  return step * power
}
