/** Both directions of some columns. */
export const bothWays = <const Name extends string>(...names: Name[]) =>
  names.flatMap((name) => [`${name}_asc` as const, `${name}_desc` as const])

/** The one of some words that an address names; one that it does not know counts as the usual one. */
export const readWord = <Word extends string, Usual extends Word | undefined>(
  known: readonly Word[],
  given: string | undefined,
  usual: Usual,
): Word | Usual => known.find((one) => one === given) ?? usual

/** Those of some marks that an address names, with commas between. */
export const readMarks = <Mark extends string>(known: readonly Mark[], given: string | undefined): Mark[] => {
  const named = (given ?? '').split(',')
  return known.filter((mark) => named.includes(mark))
}
