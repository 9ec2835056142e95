type Wanted = { count: number; first_day: string }

/** An amount in monthly terms, to the cent: the first ones have a cent more where it does not come out even. */
export function monthlyTerms(total: string, { count, first_day }: Wanted): { due_date: string; amount: string }[] {
  const cents = Math.round(Number(total) * 100)
  const each = Math.floor(cents / count)
  const left = cents - each * count
  return Array.from({ length: count }, (_, place) => ({
    due_date: monthsAfter(first_day, place),
    amount: ((each + (place < left ? 1 : 0)) / 100).toFixed(2),
  }))
}

/** The same day of a later month, or its last one where it is shorter. */
function monthsAfter(day: string, months: number): string {
  const first = new Date(`${day.slice(0, 8)}01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(Number(day.slice(8)), last))
  return first.toISOString().slice(0, 10)
}
