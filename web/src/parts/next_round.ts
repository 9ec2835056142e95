/** The next number that people like to read: one figure, and not 7 or 9, with zeros behind. */
export function nextRound(value: number): number {
  if (value <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((one) => one * power >= value) ?? 10
  return step * power
}

/** Into how many steps a top is parted, by its first figure, so that steps are read easily too. */
const steps: Record<string, number> = { 1: 5, 2: 4, 3: 3, 4: 4, 5: 5, 6: 3, 8: 4 }

/** What stands beside the lines of a scale: the top, whole steps below it, and zero. */
export function stepsTo(top: number): number[] {
  if (top <= 0) return []
  const wanted = steps[String(top)[0] ?? ''] ?? 1
  const count = [wanted, 2].find((one) => Number.isInteger(top / one)) ?? 1
  return Array.from({ length: count + 1 }, (_, place) => top - (top / count) * place)
}
