/** How much there is of everything. */
export type Size = {
  debtors: number
  /** Small administrations beside the large one, which are asked in turn. */
  administrations: number
  /** Rows of one request that writes. */
  batch: number
  /** Requests of one run that writes. */
  batches: number
}
