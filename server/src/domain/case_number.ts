// Numbers of credit cases: nine digits that say nothing of how many cases there are. The modulus is prime, so that no
// two ids lead to the same number.

export const caseNumberOf = (id: string): string => String(100_000_000n + ((BigInt(id) * 7_654_321n) % 899_999_963n))

/** The same number as people read it: `123 456 789`. */
export const shownCaseNumber = (number: string): string => number.replace(/(\d{3})(?=\d)/g, '$1 ')
