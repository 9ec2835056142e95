/** What people write about debtors; software may send more, and stores it as it came. */
export const length_max = { language_code: 2, relation_manager: 100, label: 100, remark: 5_000 } as const
const other_length_max = 500
/** How many labels people may give one debtor. */
export const labels_max = 50

/** Says of each text that is too long how long it may be. */
export const longProblems = (given: { readonly [name: string]: string | null | undefined }): string[] =>
  Object.entries(given).flatMap(([name, value]) => {
    const most = (length_max as { readonly [name: string]: number })[name] ?? other_length_max
    return (value?.length ?? 0) > most ? [`${name}: must not be longer than ${most} characters`] : []
  })
